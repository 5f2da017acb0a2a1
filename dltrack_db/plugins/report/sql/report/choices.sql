-- One row for each way to score the runs of a collection: label set, relevance level and tie rule.
--
-- source: main.qrels, main.collections, labels.levels; tie rules as in metrics.orders
-- grain: collection, variant, min_relevance, tie_rule
-- columns:
--   variant: label set
--   min_relevance: lowest relevant grade: each whole grade of the labels from 1, if there are at most ten, and the level of
--     the label set, which may be a fraction. 1 if the label set has neither; only graded measures can use such a label set
--   tie_rule: 'float', 'double' or 'submitted'
--   is_official: whether labels, level and tie rule are those of the collection
-- example: from report.choices where is_official
create or replace view report.choices as
with grades as (
    select
        qrels.collection,
        qrels.variant,
        list(distinct qrels.relevance) filter (where qrels.relevance >= 1) as grades,
    from main.qrels as qrels
    group by qrels.collection, qrels.variant
),

-- a scale has few grades; if there are more than ten values, they are counts or ranks, which are not levels
scales as (
    select
        grades.collection,
        grades.variant,
        case when len(grades.grades) <= 10 then grades.grades else [] end as levels,
    from grades
),

levels as (
    select
        scales.collection,
        scales.variant,
        unnest(scales.levels)::double as min_relevance,
    from scales
    union
    select
        known.collection,
        known.variant,
        coalesce(known.min_relevance, 1)::double as min_relevance,
    from labels.levels as known
    inner join scales
        on known.collection = scales.collection and known.variant = scales.variant
    where known.min_relevance is not null or coalesce(len(scales.levels), 0) = 0
)

select
    levels.collection,
    levels.variant,
    levels.min_relevance,
    rules.tie_rule,
    levels.variant = collections.qrels_variant
    and levels.min_relevance = collections.min_relevance
    and rules.tie_rule = collections.tie_rule as is_official,
from levels
inner join main.collections as collections on levels.collection = collections.collection
cross join (values ('float'), ('double'), ('submitted')) as rules (tie_rule);
