-- Other wordings of topics: misspelt, corrected, generated, reformulated; and which topics are synthetic themselves.
--
-- source: recipes in ingest/recipes
-- grain: query_set, variant, query_id
-- columns:
--   query_set: name of the topics, as in queries
--   query_id: topic number as text
--   variant: which wording, e.g. 'typo', 'typo-ms'; 'origin' for the topic's own text with its generator
--   text: the query in this wording
--   generator: who or what made the wording: 'human', 'T5', 'GPT-4', 'Bing' and the like; null when unknown
-- caveats: a variant is another text of the same topic, which keeps its number and its labels
create table if not exists main.query_variants (
    query_set varchar not null,
    query_id varchar not null,
    variant varchar not null,
    text varchar not null,
    generator varchar
);
