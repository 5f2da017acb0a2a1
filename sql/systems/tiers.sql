-- Tiers of runs: two runs share a tier unless they differ significantly when all pairs of runs are tested at once. Which runs
-- may be best is a different question (statistics.compared_with_best) that needs fewer tests: usually fewer runs may be best
-- than share the best run's tier.
--
-- source: paired two-sided t-tests of all pairs, corrected by Holm (1979); each tier also includes all runs ranked between two
--     of its members: the letters of H. Piepho, "An algorithm for a letter-based representation of all-pairwise comparisons",
--     J. Computational and Graphical Statistics 13 (2004), are then intervals of the order of runs
-- grain: run_id
-- params:
--   measure: trec_eval's name of the measure
--   alpha: significance level for all pairs together
-- columns:
--   rank: the run's rank (systems.field); runs with the same value share a rank
--   value: the run's score
--   tiers: letters of the run's tiers, as a list, best first; 'a' is the tier of the best run. Null for a run that is not
--     tested
--   num_pairs: number of pairs of runs that are tested at once
--   untested: why the run has no tier (systems.field); null if the run has a tier
-- needs: scored runs
-- cost: one p-value for every pair of runs
-- caveats: all tested runs are included, so an additional run may change every tier
-- example: from systems.tiers('sample-passages', 'ndcg_cut_10') order by rank, run_id
create or replace macro systems.tiers(collection_name, measure, alpha := 0.05) as table
with field as (
    select
        field.run_id,
        field.rank,
        field.value,
        field.untested,
        case when field.untested is null then field.merit end as merit,
    from systems.field_by([measure]) as field
    where field.collection = collection_name and catalog.has_collections([collection_name])
),

-- each pair once; pairs that are not significant even without correction need no p-value
tested as (
    select
        pairs.run_id,
        pairs.other,
        case
            when
                abs(pairs.behind / pairs.standard_error)
                > statistics.student_critical(max(pairs.num_q) over () - 1, alpha)
                then statistics.student_two_sided(pairs.behind / pairs.standard_error, pairs.num_q - 1)
        end as p_value,
    from statistics.run_pairs([measure]) as pairs
    where pairs.collection = collection_name and pairs.is_member and pairs.run_id < pairs.other
),

stepped as (
    select
        tested.run_id,
        tested.other,
        count(*) over () as num_pairs,
        tested.p_value * (count(*) over () + 1 - row_number() over steps) as step,
        row_number() over steps as position,
    from tested
    window steps as (order by tested.p_value, tested.run_id, tested.other)
),

judged as materialized (
    select
        stepped.run_id,
        stepped.other,
        stepped.num_pairs,
        coalesce(
            stepped.step is not null
            and max(stepped.step) over (order by stepped.position rows between unbounded preceding and current row) < alpha,
            false
        ) as is_apart,
    from stepped
),

-- pairs of runs that do not differ significantly; below, each run's tier extends down to the worst such partner of the run
-- or of any better run
together as (
    select
        judged.run_id,
        judged.other,
    from judged
    where not judged.is_apart
    union all
    select
        judged.other as run_id,
        judged.run_id as other,
    from judged
    where not judged.is_apart
),

reaches as (
    select
        field.run_id,
        field.merit,
        min(least(field.merit, min(others.merit))) over (order by field.merit desc) as reach,
    from field
    left join together on field.run_id = together.run_id
    left join field as others on together.other = others.run_id
    where field.merit is not null
    group by field.run_id, field.merit
),

intervals as (
    select
        max(reaches.merit) as best,
        reaches.reach as worst,
        row_number() over (order by reaches.reach desc) - 1 as place,
    from reaches
    group by reaches.reach
),

tiers as (
    select
        reaches.run_id,
        list(
            case when intervals.place >= 26 then chr((96 + intervals.place // 26)::integer) else '' end
            || chr((97 + intervals.place % 26)::integer)
            order by intervals.place
        ) as tiers,
    from reaches
    inner join intervals on reaches.merit between intervals.worst and intervals.best
    group by reaches.run_id
)

select
    field.run_id,
    field.rank,
    field.value,
    tiers.tiers,
    coalesce((select max(judged.num_pairs) from judged), 0) as num_pairs,
    field.untested,
from field
left join tiers on field.run_id = tiers.run_id;
