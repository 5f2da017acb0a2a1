-- Topics as published, one row per topic of a topic set. Years may use the same query ids, so the key is the set and the id.
--
-- source: official topic files; addresses in the recipes
-- grain: query_set, query_id
-- columns:
--   query_set: topic set, e.g. 'trec2021'
--   query_id: topic number as text
--   text: original query with its white space, without carriage returns
--   text_field: name of the field that `text` was taken from, if the topic has several fields; query_attributes has all fields
create table if not exists main.queries (
    query_set varchar not null,
    query_id varchar not null,
    text varchar not null,
    text_field varchar
);
