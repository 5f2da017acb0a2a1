-- What topics say beside their text, and what others noted of them: title, narrative, background, turn; intent, answer type and the like.
--
-- source: topic files with several fields (source 'QUERY_SET/fields'); recipes in ingest/recipes
-- grain: query_set, source, query_id, attribute
-- columns:
--   query_set: name of the topics, as in queries
--   query_id: topic number as text; may be one that the set itself does not hold
--   source: which annotations, e.g. 'dl-hard'
--   attribute: which field or note, e.g. 'narr' or 'intent'; of a turn of a conversation also 'conversation', 'turn' and 'parent'
--   value: the note as published
create table if not exists main.query_attributes (
    query_set varchar not null,
    query_id varchar not null,
    source varchar not null,
    attribute varchar not null,
    value varchar not null
);
