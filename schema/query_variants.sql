-- Other wordings of topics: misspelt, corrected, generated, reformulated; also marks synthetic topics.
--
-- source: recipes in ingest/recipes
-- grain: query_set, variant, query_id
-- columns:
--   query_set: name of the topics, as in queries
--   query_id: topic number as text
--   variant: kind of wording, e.g. 'typo', 'typo-ms'; 'origin' for the topic's original text with its generator
--   text: the query
--   generator: author of the wording: 'human', 'T5', 'GPT-4', 'Bing' and the like; null when unknown
-- caveats: a variant is another text of the same topic, with the same number and labels
create table if not exists main.query_variants (
    query_set varchar not null,
    query_id varchar not null,
    variant varchar not null,
    text varchar not null,
    generator varchar
);
