-- Items that do not count for a topic, as a collection lists them: what was seen before, or what a topic was made from.
--
-- source: files of exclusions (dltrack ingest exclusions), such as BRIGHT's
-- grain: collection, source, query_id, doc_id
-- parents: collections
-- columns:
--   source: the file's name
--   query_id: topic number as text
--   doc_id: item that does not count for it
-- caveats: metrics.exclusions has all that does not count, also the item that has a topic's own id
create table if not exists main.exclusions (
    collection varchar not null,
    source varchar not null,
    query_id varchar not null,
    doc_id varchar not null
);
