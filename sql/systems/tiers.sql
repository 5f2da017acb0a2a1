-- Tiers of runs: two runs share a tier if a test of all pairs of runs at once does not separate them. Verdicts on
-- leaderboards come from a different family of tests, against the best run only (statistics.tests), so the number of runs
-- that may be best can be smaller than the first tier.
--
-- source: H. Piepho, "An algorithm for a letter-based representation of all-pairwise comparisons", J. Computational and
--     Graphical Statistics 13 (2004); statistics.tukey_critical: because the critical difference is a single number, a tier
--     is an interval of the ordered means, and runs between two runs of a tier belong to it
-- grain: run_id
-- params:
--   measure: trec_eval's name of the measure
--   trials: number of permutations
--   alpha: significance level for all pairs together
-- columns:
--   rank: the run's rank (systems.field); runs with the same value share it
--   value: the run's score
--   tiers: letters of the run's tiers, as a list, best first; 'a' is the tier of the best run. A run in a and b differs
--     neither from the runs in a nor from those in b, which may differ from each other. Null for a run that is not tested
--   critical_difference: two runs differ significantly if their means over topics are further apart; the means are of
--     logarithms for a geometric mean, and divided by the number of topics for a sum. Null if no difference can be shown
--   untested: why the run has no tier (systems.field); null if it has one
-- needs: scored runs
-- cost: as statistics.tukey_critical
-- caveats: all tested runs are included, so an additional run may change every tier
-- example: from systems.tiers('sample-passages', 'ndcg_cut_10', trials := 100) order by rank, run_id
create or replace macro systems.tiers(collection_name, measure, trials := 1000, seed := 1, alpha := 0.05) as table
with field as (
    select
        field.run_id,
        field.rank,
        field.value,
        field.direction,
        field.field_decimals,
        field.untested,
    from systems.field_by([measure]) as field
    where field.collection = collection_name and catalog.has_collections([collection_name])
),

critical as (
    select critical_difference
    from statistics.tukey_critical([measure], trials := trials, seed := seed, alpha := alpha)
    where collection = collection_name
),

means as (
    select
        field_values.run_id,
        statistics.exact_mean(field_values.value) as mean,
    from statistics.field_values([measure]) as field_values
    where field_values.collection = collection_name
    group by field_values.run_id
),

oriented as (
    select
        means.run_id,
        round(field.direction * means.mean, field.field_decimals::integer) as mean,
    from means
    inner join field on means.run_id = field.run_id
),

-- for each run, the worst run that it does not differ from; runs with the same worst run form a tier, which begins at the
-- best of them
reaches as (
    select
        oriented.mean,
        min(others.mean) as worst,
    from oriented
    inner join oriented as others on oriented.mean >= others.mean
    left join critical on true
    where coalesce(
        statistics.difference(oriented.mean, others.mean) <= critical.critical_difference + 1e-12::double, true
    )
    group by oriented.mean
),

intervals as (
    select
        max(reaches.mean) as best,
        reaches.worst,
        row_number() over (order by max(reaches.mean) desc) - 1 as place,
    from reaches
    group by reaches.worst
),

tiers as (
    select
        oriented.run_id,
        list(
            case when intervals.place >= 26 then chr((96 + intervals.place // 26)::integer) else '' end
            || chr((97 + intervals.place % 26)::integer)
            order by intervals.place
        ) as tiers,
    from oriented
    inner join intervals on oriented.mean between intervals.worst and intervals.best
    group by oriented.run_id
)

select
    field.run_id,
    field.rank,
    field.value,
    tiers.tiers,
    critical.critical_difference,
    field.untested,
from field
left join tiers on field.run_id = tiers.run_id
left join critical on true;
