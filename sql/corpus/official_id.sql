-- The official id of a stored passage or document, from its stem and key: the inverse of corpus.stem and corpus.key.
--
-- source: id schemes of MS MARCO
-- params:
--   stem: stored stem
--   key: stored key; -1 for ids that do not end in a number
-- returns: varchar
-- example:
--   select corpus.official_id('msmarco_passage_41_', 410045753370);  -- msmarco_passage_41_45753370
create or replace macro corpus.official_id(stem, key) as
    stem || case when key < 0 then '' else (key % corpus.numbers_per_bundle())::varchar end;
