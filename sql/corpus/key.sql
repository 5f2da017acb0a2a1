-- The number behind an official id, by which passages and documents are stored: bundle * 10^10 + last number.
--
-- source: id schemes of MS MARCO: v1 '7130104', 'D123'; v2 'msmarco_passage_41_45753370' (bundle, byte offset)
-- params:
--   id: passage or document id as in qrels and runs
-- returns: bigint; null when the id does not end in a number
-- caveats: ids of different corpora can share a key; compare corpus or stem as well
-- example:
--   select corpus.key('msmarco_passage_41_45753370');  -- 410045753370
create or replace macro corpus.key(id) as
    coalesce(try_cast(nullif(regexp_extract(id, '_(\d{1,8})_\d+$', 1), '') as bigint), 0) * 10000000000
    + try_cast(nullif(regexp_extract(id, '(\d{1,10})$', 1), '') as bigint);
