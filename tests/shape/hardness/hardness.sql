-- Hardness of topics, as judges find it.
--
-- source: files of hardness (dltrack ingest hardness)
-- grain: collection, source, query_id, judge
-- parents: collections
-- columns:
--   source: the file's name
--   query_id: topic
--   judge: who found it so hard
--   level: how hard it was found, 5 is the hardest
-- checks:
--   level: from 1 to 5
create table if not exists main.hardness (
    collection varchar not null,
    source varchar not null,
    query_id varchar not null,
    judge varchar not null,
    level smallint not null
);
