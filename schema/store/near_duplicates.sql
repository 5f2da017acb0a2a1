-- Near-duplicate passages, one per row, in stored form, with numbers in place of ids. For queries, use
-- main.near_duplicate_passages.
--
-- source: NIST, msmarco-v2-passage-neardupes.txt.gz
-- grain: load_no, key
-- columns:
--   member_no: number of the file in the source, see members
--   stem: part of the passage id before its last number
--   key: corpus.key of the passage id
--   class_stem: stem of the class id, which is the id of the passage that represents the class of near-duplicates
--   class_key: corpus.key of the class id
create table if not exists store.near_duplicates (
    load_no smallint not null,
    member_no smallint not null,
    stem varchar not null,
    key bigint not null,
    class_stem varchar not null,
    class_key bigint not null
);
