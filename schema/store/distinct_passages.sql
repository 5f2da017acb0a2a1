-- Passages without exact duplicates, one per row, in stored form. For queries, use main.distinct_passages.
--
-- source: macavaney/msmarco-passage-v2-duplicate-ids, dedup_positions.tar.gz
-- grain: load_no, key
-- columns:
--   member_no: number of the file in the source, see members
--   stem: part of the passage id before its last number
--   key: corpus.key of the passage id
create table if not exists store.distinct_passages (
    load_no smallint not null,
    member_no smallint not null,
    stem varchar not null,
    key bigint not null
);
