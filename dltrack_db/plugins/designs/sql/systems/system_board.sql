-- A leaderboard of systems: the mean of each over the runs with its seeds, best first.
--
-- source: systems.seed_runs
-- grain: measure, system
-- columns:
--   measure
--   system: name of the system; a run without a note is a system with the run's name
--   rank: 1 + number of comparable systems with a higher mean, compared to 12 decimals; lower, if lower is better; null if
--     there is a fault or neither is better
--   value: mean over the seeds of the runs' scores; null if there is a fault, or a score that is no number
--   spread: standard deviation of the seeds' scores, with num_seeds - 1 in the denominator; null for one seed
--   num_seeds: runs of the system, each with another seed
--   provenance: sources of the runs' scores, as in metrics.run_scores, separated by commas
--   unranked: why the system is not comparable with others, as in systems.field; null if it is
--   fault: why its runs cannot be averaged, as in systems.seed_runs; null if they can
-- needs: scored runs
-- caveats: spread is between trainings of a system; it does not say how the mean varies over topics
-- example: from systems.system_board('trec2021-passages', ['ndcg_cut_10']) limit 5
create or replace macro systems.system_board(collection_name, measures) as table
with averaged as (
    select
        runs.measure,
        runs.system,
        any_value(runs.direction) as direction,
        case
            when any_value(runs.fault) is null and count(runs.value) = count(*)
                then statistics.exact_mean(runs.value)
        end as value,
        case
            when any_value(runs.fault) is null and count(runs.value) = count(*) and count(*) > 1
                then coalesce(statistics.spread(min(runs.value), max(runs.value), stddev_samp(runs.value)), 0)
        end as spread,
        count(*) as num_seeds,
        string_agg(distinct runs.provenance, ', ' order by runs.provenance desc) as provenance,
        any_value(runs.unranked) as unranked,
        any_value(runs.fault) as fault,
    from systems.seed_runs(collection_name, measures) as runs
    group by runs.measure, runs.system
)

select
    averaged.measure,
    averaged.system,
    case
        when averaged.direction * averaged.value is not null
            then 1 + count(*) filter (where averaged.unranked is null and averaged.value is not null) over (
                partition by averaged.measure
                order by round(averaged.direction * averaged.value, 12) desc nulls last
                range between unbounded preceding and current row exclude group
            )
    end as rank,
    averaged.value,
    averaged.spread,
    averaged.num_seeds,
    averaged.provenance,
    averaged.unranked,
    averaged.fault,
from averaged
order by list_position(measures, averaged.measure), round(averaged.direction * averaged.value, 12) desc nulls last, averaged.system;
