-- Passages without exact duplicates, as stored. Read main.distinct_passages instead.
--
-- source: macavaney/msmarco-passage-v2-duplicate-ids, dedup_positions.tar.gz
-- grain: load_no, key
-- columns:
--   member_no: its file, see members
--   stem: the part of the passage id before its last number
--   key: corpus.key of the passage id
create table if not exists store.distinct_passages (
    load_no smallint not null,
    member_no smallint not null,
    stem varchar not null,
    key bigint not null
);
