-- The part of an id before its last number; together with corpus.key, it identifies a passage or document.
--
-- source: id schemes of MS MARCO
-- params:
--   id: passage or document id as in qrels and runs
-- returns: varchar; the whole id if it does not end in a number
-- caveats: leading zeros of the last number, and its digits before the last ten, belong to the stem
-- example:
--   select corpus.stem('msmarco_passage_41_45753370');  -- msmarco_passage_41_
create or replace macro corpus.stem(id) as regexp_replace(id, '(?:0|[1-9]\d{0,9})$', '');
