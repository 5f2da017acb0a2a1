-- One row for each measure and run of a collection: the run's system and seed, and any reason not to average the system's
-- runs.
--
-- source: systems.field_by; main.systems; a run without a run note is a system under its own name
-- grain: measure, run_id
-- columns:
--   measure, run_id
--   system: name of the system
--   seed: name of the seed or checkpoint; null if none is noted
--   value: the run's score; null if it is not a number
--   direction: 1 if a higher value is better, -1 if a lower value is better; null if neither
--   num_q: number of topics that the value is computed from; null for official means
--   provenance
--   unranked: reason that the run is not comparable with others, as in systems.field
--   fault: reason that the system's runs cannot be averaged: runs without a seed, with the same seed, or with different
--     topics; null if there is none
-- needs: scored runs
-- example: from systems.seed_runs('trec2021-passages', ['ndcg_cut_10']) where run_id = 'p_bm25'
create or replace macro systems.seed_runs(collection_name, measures) as table
with runs as materialized (
    select
        field.measure,
        field.run_id,
        coalesce(noted.system, field.run_id) as system,
        noted.seed,
        case when isfinite(field.value) then field.value end as value,
        field.direction,
        field.num_q,
        field.provenance,
        field.unranked,
    from systems.field_by(measures) as field
    left join main.systems as noted on field.collection = noted.collection and field.run_id = noted.run_id
    where field.collection = collection_name and catalog.has_collections([collection_name])
),

seeds as (
    select
        runs.measure,
        runs.system,
        runs.seed,
        count(*) as num_runs,
        list(runs.run_id order by runs.run_id) as run_ids,
    from runs
    group by runs.measure, runs.system, runs.seed
),

topics as (
    select
        runs.measure,
        runs.system,
        count(distinct query_scores.query_id) as num_topics,
    from runs
    inner join metrics.query_scores as query_scores
        on query_scores.collection = collection_name
        and runs.measure = query_scores.measure
        and runs.run_id = query_scores.run_id
    group by runs.measure, runs.system
),

counted as (
    select
        runs.measure,
        runs.system,
        count(*) as num_runs,
        min(coalesce(runs.num_q, 0)) as min_topics,
        any_value(topics.num_topics) as num_topics,
        string_agg(runs.run_id || ' ' || coalesce(runs.num_q, 0), ', ' order by runs.run_id) as topics_of_runs,
    from runs
    left join topics on runs.measure = topics.measure and runs.system = topics.system
    group by runs.measure, runs.system
),

faults as (
    select
        counted.measure,
        counted.system,
        coalesce(
            any_value(
                'system ' || counted.system || ' has ' || seeds.num_runs || ' of ' || counted.num_runs
                || ' runs without a seed: ' || statistics.enumerated(seeds.run_ids, 6, 'runs')
                || '; add the seed of each run with: dltrack ingest run-notes FILE'
            ) filter (where seeds.seed is null and counted.num_runs > 1),
            first(
                'system ' || counted.system || ' has ' || seeds.num_runs || ' runs with seed ' || seeds.seed || ': '
                || statistics.enumerated(seeds.run_ids, 6, 'runs')
                || '; change the seed or system of one run with: dltrack ingest run-notes FILE'
                order by seeds.seed
            ) filter (where seeds.seed is not null and seeds.num_runs > 1),
            any_value(
                'the runs of system ' || counted.system || ' have scores on different topics (number of topics: '
                || counted.topics_of_runs || '; in total ' || counted.num_topics || '); score all runs on the same topics'
            ) filter (where counted.num_runs > 1 and counted.min_topics < counted.num_topics)
        ) as fault,
    from counted
    inner join seeds on counted.measure = seeds.measure and counted.system = seeds.system
    group by counted.measure, counted.system
)

select
    runs.measure,
    runs.run_id,
    runs.system,
    runs.seed,
    runs.value,
    runs.direction,
    runs.num_q,
    runs.provenance,
    runs.unranked,
    faults.fault,
from runs
inner join faults on runs.measure = faults.measure and runs.system = faults.system;
