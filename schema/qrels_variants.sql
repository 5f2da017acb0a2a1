-- Sets of labels and their origin: people, a language model, or a rule.
--
-- source: recipes in ingest/recipes; options of dltrack ingest qrels
-- grain: collection, variant
-- parents: collections
-- columns:
--   variant: set of labels, as in qrels
--   kind: 'human', 'llm' (a model judged the pool), 'synthetic' (a model made labels for a synthetic collection) or
--     'inferred' (made from other labels by a rule); null when unknown
--   model: model that judged, e.g. 'gpt-4'; null for people and when unknown
--   prompt: prompt or method in words; null when unknown
--   date: when the labels were made or published, as precisely as known ('2024', '2024-07'); null when unknown
--   author: who made them; null when unknown
--   source: their URL or file
--   licence: terms of use as stated by the authors; null when none are stated
--   scale: grades in words, e.g. '0 to 3'; null when unknown
--   cuts: ascending cut points that convert fractions or counts to grades, separated by commas: '0.5,1.5' gives the
--     grades 0 (below 0.5), 1 and 2 (from 1.5 on); null without any (labels.grade)
--   min_relevance: lowest relevant label for binary measures, possibly a fraction; for the official labels the collection's;
--     null if it is not set, and then such measures must name a level (labels.levels)
-- caveats: one row for every loaded set of labels
create table if not exists main.qrels_variants (
    collection varchar not null,
    variant varchar not null,
    kind varchar check (kind in ('human', 'llm', 'synthetic', 'inferred')),
    model varchar,
    prompt varchar,
    date varchar,
    author varchar,
    source varchar,
    licence varchar,
    scale varchar,
    cuts varchar,
    min_relevance double check (min_relevance >= 0)
);
