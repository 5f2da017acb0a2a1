-- Topics as published. Query ids repeat across years, so the key is the pair.
--
-- source: official topic files; addresses in the recipes
-- grain: query_set, query_id
-- columns:
--   query_set: name of the topic file's set, e.g. 'trec2021'
--   query_id: topic number as text
--   text: the original query with its white space, without carriage returns
--   text_field: the field of the topic that is its text, if it has several; query_attributes has all of them
create table if not exists main.queries (
    query_set varchar not null,
    query_id varchar not null,
    text varchar not null,
    text_field varchar
);
