-- The label sets that other sets are compared with: the official set of each collection, or the sets named in variable
-- label_truth.
--
-- source: main.collections, labels.levels, main.qrels_variants
-- grain: collection, variant
-- columns:
--   variant: set of labels that other sets are compared with
--   num_truths: number of these sets in the collection
--   together: name of the row that compares these sets with each other: 'people' if people made all of the sets, else 'truth'
--   min_relevance: level of the set (labels.levels)
--   cuts: cut points of the set, see main.qrels_variants
-- caveats: set variable label_truth = ['a', 'b'] names one or several sets, as dltrack judges --truth does
-- example: from labels.truths where collection = 'trec2021-passages'
create or replace view labels.truths as
select
    named.collection,
    named.variant,
    named.num_truths,
    if(bool_and(judges.kind = 'human') over (partition by named.collection), 'people', 'truth') as together,
    levels.min_relevance,
    judges.cuts,
from (
    select
        collections.collection,
        coalesce(getvariable('label_truth')::varchar[], [collections.qrels_variant]) as variants,
        unnest(variants) as variant,
        len(variants) as num_truths,
    from main.collections as collections
) as named
left join labels.levels as levels on named.collection = levels.collection and named.variant = levels.variant
left join main.qrels_variants as judges on named.collection = judges.collection and named.variant = judges.variant;
