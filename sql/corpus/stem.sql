-- The part of an official id before its last number.
--
-- source: id schemes of MS MARCO
-- params:
--   id: passage or document id as in qrels and runs
-- returns: varchar; the whole id when it does not end in a number
-- example:
--   select corpus.stem('msmarco_passage_41_45753370');  -- msmarco_passage_41_
create or replace macro corpus.stem(id) as regexp_replace(id, '\d+$', '');
