-- Items that are excluded from the evaluation of a topic, e.g. items that assessors saw before, or a topic's source document.
--
-- source: files of exclusions (dltrack ingest exclusions), such as BRIGHT's
-- grain: collection, source, query_id, doc_id
-- parents: collections
-- columns:
--   source: name of the loaded file
--   query_id: topic number as text
--   doc_id: excluded item
-- caveats: contains only items from files; metrics.exclusions has all excluded items, including items with the topic's id
create table if not exists main.exclusions (
    collection varchar not null,
    source varchar not null,
    query_id varchar not null,
    doc_id varchar not null
);
