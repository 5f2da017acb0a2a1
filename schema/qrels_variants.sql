-- Who made each set of labels: people, a language model, or a rule.
--
-- source: recipes in ingest/recipes; options of dltrack ingest qrels
-- grain: collection, variant
-- parents: collections
-- columns:
--   variant: set of labels, as in qrels
--   kind: 'human', 'llm' (a model labelled the pool), 'synthetic' (a model made labels for a synthetic collection) or
--     'inferred' (made from other labels by a rule); null when unknown
--   model: model that labelled, e.g. 'gpt-4'; null for people and when unknown
--   prompt: prompt or method in words; null when unknown
--   date: when the labels were made or published, as precisely as known ('2024', '2024-07'); null when unknown
--   author: who made them; null when unknown
--   source: address or file they came from
--   licence: terms of use as stated by the authors; null when none are stated
--   scale: grades in words, e.g. '0 to 3'; null when unknown
--   cuts: cut points that make grades of labels that are fractions or counts, rising, separated by commas: '0.5,1.5' has
--     the grades 0 (below 0.5), 1 and 2 (from 1.5 on); null for none (labels.grade)
--   min_relevance: lowest label that binary measures count as relevant, which may be a fraction: the collection's for the
--     official labels; null where nobody said, and then such measures need one that is named (labels.levels)
-- caveats: a row for every set of labels that is loaded
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
