-- Near-duplicate passages as stored, with numbers for ids. Read main.near_duplicate_passages instead.
--
-- source: NIST, msmarco-v2-passage-neardupes.txt.gz
-- grain: load_no, key
-- columns:
--   member_no: its file, see members
--   stem: the part of the passage id before its last number
--   key: corpus.key of the passage id
--   class_stem: stem of the id of its class, which is the id of the passage that represents it
--   class_key: key of that id
create table if not exists store.near_duplicates (
    load_no smallint not null,
    member_no smallint not null,
    stem varchar not null,
    key bigint not null,
    class_stem varchar not null,
    class_key bigint not null
);
