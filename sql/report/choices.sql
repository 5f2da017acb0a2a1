-- The choices under which runs can be scored: each set of judged labels, each grade that may count as relevant, each
-- tie rule.
--
-- source: main.qrels, main.collections; tie rules as in metrics.orders
-- grain: collection, variant, min_relevance, tie_rule
-- columns:
--   variant: set of labels that are stored for it
--   min_relevance: lowest grade that is relevant, one of the grades from 1 on in those labels
--   tie_rule: 'float', 'double' or 'submitted'
--   is_official: whether all three are those of the collection
-- example: from report.choices where is_official
create or replace view report.choices as
with levels as (
    select distinct
        qrels.collection,
        qrels.variant,
        qrels.relevance::integer as min_relevance,
    from main.qrels as qrels
    where qrels.relevance >= 1
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
