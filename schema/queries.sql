-- Topics as published. Query ids repeat across years, so the key is the pair.
--
-- source: official topic files; addresses in the recipes
-- grain: query_set, query_id
-- columns:
--   query_set: name of the topic file's set, e.g. 'trec2021'
--   query_id: topic number as text
--   text: the query as typed, inner white space untouched, no carriage return
--   text_field: which field of the topic that is, where it has several; query_attributes has all of them
create table if not exists main.queries (
    query_set varchar not null,
    query_id varchar not null,
    text varchar not null,
    text_field varchar
);
