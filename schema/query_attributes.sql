-- Additional fields of topics (title, narrative, turn) and third-party annotations (intent, answer type), one per row.
--
-- source: topic files with several fields (source 'QUERY_SET/fields'); recipes in ingest/recipes
-- grain: query_set, source, query_id, attribute
-- columns:
--   query_set: topic set, as in queries
--   query_id: topic number as text; the topic may be missing from the set
--   source: name of the annotations, e.g. 'dl-hard'
--   attribute: name of the field or annotation, e.g. 'narr' or 'intent'; for turns of a conversation also 'conversation',
--     'turn' and 'parent'
--   value: published value
create table if not exists main.query_attributes (
    query_set varchar not null,
    query_id varchar not null,
    source varchar not null,
    attribute varchar not null,
    value varchar not null
);
