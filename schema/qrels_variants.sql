-- Label sets of collections: one row per loaded set, with its origin (people, a language model or a rule), scale and licence.
--
-- source: recipes in ingest/recipes; options of dltrack ingest qrels
-- grain: collection, variant
-- parents: collections
-- columns:
--   variant: label set, as in qrels
--   kind: origin of the labels: 'human', 'llm' (a model judged the pool), 'synthetic' (a model made labels for a synthetic
--     collection) or 'inferred' (a rule made them from other labels); null if unknown
--   model: model that judged, e.g. 'gpt-4'; null for people, or if unknown
--   prompt: prompt or method in words; null if unknown
--   date: date on which the labels were made or published, as precisely as known ('2024', '2024-07'); null if unknown
--   author: author of the labels; null if unknown
--   source: URL or file of the labels
--   licence: terms of use as stated by the authors; null if no terms are stated
--   scale: scale of the grades in words, e.g. '0 to 3'; null if unknown
--   cuts: ascending cut points that convert fractions or counts to grades, separated by commas; null without cut points
--     (labels.grade). '0.5,1.5' yields grade 0 below 0.5, grade 2 from 1.5 on, and grade 1 in between
--   min_relevance: lowest relevant label for binary measures, possibly a fraction; for official labels the collection's level.
--     If it is null, binary measures of this label set must name a level (labels.levels)
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
