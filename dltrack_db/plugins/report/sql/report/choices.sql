-- The choices under which runs can be scored: each set of judged labels, each grade that may count as relevant, each
-- tie rule.
--
-- source: main.qrels, main.collections, labels.levels; tie rules as in metrics.orders
-- grain: collection, variant, min_relevance, tie_rule
-- columns:
--   variant: set of labels that are stored for it
--   min_relevance: lowest grade that is relevant: one of the whole grades from 1 on in those labels, where there are ten at
--     most, or the level of the set, which may be a fraction; 1 for a set that has neither, of which only measures of grades
--     are known
--   tie_rule: 'float', 'double' or 'submitted'
--   is_official: whether all three are those of the collection
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

-- a scale that people label by has a few grades; where there are more they are counts or ranks, and each would be a level
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
