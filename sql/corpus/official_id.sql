-- The official id of a stored passage or document; undoes corpus.stem and corpus.key.
--
-- source: id schemes of MS MARCO
-- params:
--   stem: stored stem
--   key: stored key
-- returns: varchar
-- example:
--   select corpus.official_id('msmarco_passage_41_', 410045753370);  -- msmarco_passage_41_45753370
create or replace macro corpus.official_id(stem, key) as stem || (key % 10000000000)::varchar;
