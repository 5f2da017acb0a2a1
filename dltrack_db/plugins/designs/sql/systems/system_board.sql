-- One row for each measure and system: a leaderboard of systems, each with its mean over seeds, best first.
--
-- source: systems.seed_runs
-- grain: measure, system
-- columns:
--   measure
--   system: name of the system; a run without a note is a system with the run's name
--   rank: 1 + number of comparable systems with a better mean, compared to 12 decimals; null if there is a fault, or if
--     neither higher nor lower values are better
--   value: mean score of the system's runs; null if there is a fault or if a score is not a number
--   spread: standard deviation of the seeds' scores, with num_seeds - 1 in the denominator; null for one seed
--   num_seeds: number of runs of the system, each with a different seed
--   provenance: sources of the runs' scores, as in metrics.run_scores, separated by commas
--   unranked: reason that the system is not comparable with others, as in systems.field; null if the system is comparable
--   fault: reason that the system's runs cannot be averaged, as in systems.seed_runs; null if there is none
-- needs: scored runs
-- caveats: spread measures the variation between trainings of a system, not between topics
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
