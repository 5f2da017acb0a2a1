-- Excluded items per topic, as listed for a collection, e.g. items seen before, or the source of a topic.
--
-- source: files of exclusions (dltrack ingest exclusions), such as BRIGHT's
-- grain: collection, source, query_id, doc_id
-- parents: collections
-- columns:
--   source: the file's name
--   query_id: topic number as text
--   doc_id: excluded item
-- caveats: metrics.exclusions has all excluded items, including items with the topic's id
create table if not exists main.exclusions (
    collection varchar not null,
    source varchar not null,
    query_id varchar not null,
    doc_id varchar not null
);
