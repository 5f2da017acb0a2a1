-- Choices that give a printed number (ask/explain.py).

-- name: combinations
-- The mean under every combination of choices, those that print as the number asked about first, then the nearest.
-- Of combinations with one value the one stays that departs least from the collection's conventions.
-- Variables: asked (the number), margin (half its last place), asked_measure, scored_level (the level asked for).
with collection as (
    select
        collections.tie_rule,
        coalesce(
            getvariable('scored_level')::double, labels.level(collections.collection, collections.qrels_variant)
        ) as min_relevance,
    from main.collections as collections
),

answered as (
    select distinct run_topics.query_id
    from main.run_topics as run_topics
),

averaged as (
    select
        tried.measure,
        tried.min_relevance,
        tried.tie_rule,
        tried.judged_only,
        tried.gain,
        scope.topics,
        avg(tried.value) as value,
        count(*) as num_q,
    from tried
    left join answered on tried.query_id = answered.query_id
    inner join (values ('all judged'), ('answered only')) as scope (topics)
        on scope.topics = 'all judged' or answered.query_id is not null
    group by all
),

compared as (
    select
        averaged.*,
        abs(averaged.value - getvariable('asked')::double) <= getvariable('margin')::double as is_hit,
        averaged.value - getvariable('asked')::double as difference,
        (averaged.measure <> getvariable('asked_measure'))::integer
        + coalesce(averaged.min_relevance <> collection.min_relevance, false)::integer
        + (averaged.tie_rule <> collection.tie_rule)::integer
        + averaged.judged_only::integer
        + coalesce(averaged.gain <> 'grade', false)::integer
        + (averaged.topics <> 'all judged')::integer as departures,
    from averaged
    cross join collection
)

select
    compared.is_hit,
    compared.value,
    compared.difference,
    compared.measure,
    compared.min_relevance,
    compared.tie_rule,
    compared.topics,
    compared.num_q,
    compared.judged_only,
    compared.gain,
    compared.departures,
from compared
qualify row_number() over (
    partition by round(compared.value, 12)
    order by compared.departures, compared.measure, compared.min_relevance, compared.tie_rule, compared.topics
) = 1
order by
    compared.is_hit desc, case when compared.is_hit then compared.departures end asc, abs(compared.difference) asc,
    compared.departures asc, compared.measure asc;

-- name: levels
-- The relevance levels that the labels can tell apart.
select distinct qrels.relevance
from main.qrels as qrels
where qrels.relevance >= 1
order by qrels.relevance;

-- name: prepare
-- One value per topic for every combination of choices that is tried.
create or replace temp table tried (
    measure varchar, min_relevance integer, tie_rule varchar, judged_only boolean, gain varchar, query_id varchar,
    value double
);

-- name: try
-- Notes the values of the view `combination`, computed by the choices in the variables `level`, `tie_rule`,
-- `judged_only` and `gain` (null where the measure has no such choice).
insert into tried by name
select
    combination.measure,
    getvariable('level')::integer as min_relevance,
    getvariable('tie_rule') as tie_rule,
    getvariable('judged_only') as judged_only,
    getvariable('gain')::varchar as gain,
    combination.query_id,
    combination.value,
from combination;
