-- Hardness of topics, as judges find it.
--
-- source: files of hardness (dltrack ingest hardness)
-- grain: collection, source, query_id, judge
-- parents: collections
-- columns:
--   source: the file's name
--   query_id: topic
--   judge: who found it so hard
--   level: from 1, easy, to 5, hard
create table if not exists main.hardness (
    collection varchar not null,
    source varchar not null,
    query_id varchar not null,
    judge varchar not null,
    level smallint not null
);
