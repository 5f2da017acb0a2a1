-- Queries for the settings that reproduce a printed number (ask/explain.py).

-- name: combinations
-- One row per distinct mean over topics: first the means that round to the number, then the nearest means. Of several
-- combinations with the same mean, the row has the combination closest to the request.
-- Variables: asked (the number), margin (half a unit of its last digit), summary (how values are averaged); and the request:
-- asked_measure (with its depth; null for a measure without depth), scored_level, scored_tie_rule, is_judged_only,
-- scored_gain, scored_exclusions.
with answered as (
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
        tried.exclusions,
        scope.topics,
        metrics.over_topics(getvariable('summary'), sum(tried.value), count(*)) as value,
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
        coalesce(averaged.measure <> getvariable('asked_measure'), false)::integer
        + coalesce(averaged.min_relevance <> getvariable('scored_level')::double, false)::integer
        + (averaged.tie_rule <> getvariable('scored_tie_rule'))::integer
        + (averaged.judged_only <> getvariable('is_judged_only'))::integer
        + coalesce(averaged.gain <> getvariable('scored_gain'), false)::integer
        + (averaged.exclusions <> getvariable('scored_exclusions'))::integer
        + (averaged.topics <> 'all judged')::integer as departures,
from averaged
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
    compared.exclusions,
    compared.departures,
from compared
qualify row_number() over (
    partition by round(compared.value, 12)
    order by
        compared.departures,
        compared.measure,
        compared.min_relevance,
        compared.tie_rule,
        compared.topics,
        compared.exclusions
) = 1
order by
    compared.is_hit desc, case when compared.is_hit then compared.departures end asc, abs(compared.difference) asc,
    compared.departures asc, compared.measure asc;

-- name: exclusions
-- The current exclusions of the run (own), and the alternative to try (other): 'none' if items are excluded, else 'self' if
-- the run or the labels contain the item with the topic's id, else null.
select
    case when found.has_exclusions then 'as loaded' else 'none' end as own,
    case when found.has_exclusions then 'none' when found.has_own_item then 'self' end as other,
from (
    select
        (select count(*) > 0 from metrics.exclusions) as has_exclusions,
        exists (select 1 from main.rankings as rankings where rankings.doc_id = rankings.query_id)
        or exists (select 1 from main.qrels as qrels where qrels.doc_id = qrels.query_id) as has_own_item,
) as found;

-- name: exclude_otherwise
-- Change the exclusions, and create the table stale_collections, so that `ingest/publish/5_reordered_runs` ranks all items
-- again. Variable: exclusions ('none' or 'self').
delete from main.exclusions;

delete from main.judged_rankings;

update main.collections set excludes_query_id = getvariable('exclusions') = 'self';

create or replace temp table stale_collections as
select
    collections.collection,
    true as is_reordered,
from main.collections as collections;

-- name: levels
-- The distinct relevance levels in the labels, and the requested level. Variable: level.
select distinct levels.min_relevance
from (
    select qrels.relevance::double as min_relevance,
    from main.qrels as qrels
    where qrels.relevance >= 1
    union all
    select getvariable('level')::double
) as levels
where levels.min_relevance is not null
order by levels.min_relevance;

-- name: prepare
-- Create the table `tried` (values per topic and combination), and return the requested tie rule and relevance level.
-- Variables: level, tie_rule (both null for the collection's own).
create or replace temp table tried (
    measure varchar, min_relevance double, tie_rule varchar, judged_only boolean, gain varchar, exclusions varchar,
    query_id varchar, value double
);

select
    coalesce(getvariable('tie_rule')::varchar, metrics.known_tie_rule(collections.tie_rule)) as tie_rule,
    coalesce(
        getvariable('level')::double, labels.level(collections.collection, collections.qrels_variant)
    ) as min_relevance,
from main.collections as collections;
