-- The choices under which runs can be scored: each set of judged labels, each grade that may count as relevant, each
-- tie rule.
--
-- source: main.qrels, main.collections, labels.levels; tie rules as in metrics.orders
-- grain: collection, variant, min_relevance, tie_rule
-- columns:
--   variant: set of labels that are stored for it
--   min_relevance: lowest grade that is relevant: one of the whole grades from 1 on in those labels, or the level of the
--     set, which may be a fraction; 1 for a set that has neither, of which only measures of grades are known
--   tie_rule: 'float', 'double' or 'submitted'
--   is_official: whether all three are those of the collection
-- example: from report.choices where is_official
create or replace view report.choices as
with levels as (
    select distinct
        qrels.collection,
        qrels.variant,
        qrels.relevance::double as min_relevance,
    from main.qrels as qrels
    where qrels.relevance >= 1
    union
    select
        known.collection,
        known.variant,
        coalesce(known.min_relevance, 1)::double as min_relevance,
    from labels.levels as known
    where
        (known.collection, known.variant) in (
            select (qrels.collection, qrels.variant)
            from main.qrels as qrels
        )
        and (
            known.min_relevance is not null
            or not exists (
                select 1
                from main.qrels as qrels
                where qrels.collection = known.collection and qrels.variant = known.variant and qrels.relevance >= 1
            )
        )
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
