-- Other wordings of topics (misspelt, corrected, generated, reformulated), one per row, and generators of synthetic topics.
--
-- source: recipes in ingest/recipes
-- grain: query_set, variant, query_id
-- columns:
--   query_set: topic set, as in queries
--   query_id: topic number as text
--   variant: kind of wording, e.g. 'typo', 'typo-ms'; 'origin' for the original text of the topic
--   text: query in this wording
--   generator: author of the wording, e.g. 'human', 'T5', 'GPT-4', 'Bing'; null if unknown
-- caveats: all wordings of a topic have the topic's number and labels
create table if not exists main.query_variants (
    query_set varchar not null,
    query_id varchar not null,
    variant varchar not null,
    text varchar not null,
    generator varchar
);
