-- The number under which a passage or document is stored, computed from its id: bundle * 10^10 + last number.
--
-- source: id schemes of MS MARCO: v1 '7130104', 'D123'; v2 'msmarco_passage_41_45753370' (bundle, byte offset)
-- params:
--   id: passage or document id as in qrels and runs
-- returns: bigint; -1 if the id does not end in a number
-- caveats: ids of different corpora can have the same key, so compare corpus or stem too. The last number is the longest end
--   of the id that is a number without leading zeros and below corpus.numbers_per_bundle; the stem is the text before the last
--   number
-- example:
--   select corpus.key('msmarco_passage_41_45753370');  -- 410045753370
create or replace macro corpus.key(id) as
    coalesce(try_cast(nullif(regexp_extract(id, '_(\d{1,8})_\d+$', 1), '') as bigint), 0)
    * corpus.numbers_per_bundle()
    + coalesce(try_cast(nullif(regexp_extract(id, '(?:0|[1-9]\d{0,9})$'), '') as bigint), -1);
