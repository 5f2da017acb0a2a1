-- What authors of collections noted of single topics: intent, answer type, length and the like.
--
-- source: recipes in ingest/recipes
-- grain: query_set, source, query_id, key
-- columns:
--   query_set: name of the topics, as in queries
--   query_id: topic number as text; may be one that the set itself does not hold
--   source: which annotations, e.g. 'dl-hard'
--   key: what is noted, e.g. 'intent'
--   value: the note as published
create table if not exists main.query_attributes (
    query_set varchar not null,
    query_id varchar not null,
    source varchar not null,
    key varchar not null,
    value varchar not null
);
