-- One row per ordered pair of runs: how far the first run's mean is behind the second run's, and the standard error of this
-- difference over topics. The input for tests of all pairs at once (statistics.compared_with_best).
--
-- source: Student 1908; statistics.t_tests has more columns, but takes twenty times as long
-- grain: collection, measure, run_id, other
-- params:
--   measures: trec_eval's names of the measures, as a list
--   runs: the runs that are compared with each other, as a list; null for all runs with a score on every topic
--     (systems.field_by)
--   guests: scores per topic of runs that are not in the database, as a list of {collection, run_id, measure, query_id, value};
--     null for none. A guest replaces a run of the same name
--   others: scores per topic of systems that are not runs, such as systems that generate answers, as a list of the same
--     structs; higher values must be better, and all systems are compared with each other; null for none
-- columns:
--   measure, run_id
--   other: run that run_id is compared with: a run in `runs` or, if `runs` is null, a run that is ranked and tested
--   is_member: whether run_id is also compared with as `other` in other rows
--   num_q
--   merit: mean of run_id, times -1 if lower values are better; for a geometric mean, the mean of the logarithms; for a sum,
--     the mean instead of the sum
--   other_merit: mean of `other`, in the same units
--   behind: other_merit minus merit; 0 if the difference is at most 1e-12
--   standard_error: standard error of behind; null for a single topic, or if the difference is the same on every topic
-- needs: runs
-- caveats: a difference that varies less than the known decimals of the scores (statistics.known_decimals) has no standard
--   error
-- example: from statistics.run_pairs(['map']) where collection = 'sample-passages' and run_id = 'p_bm25' order by behind
create or replace macro statistics.run_pairs(measures, runs := null, guests := null, others := null) as table
with guests as (
    select unnest(
        guests::struct(collection varchar, run_id varchar, measure varchar, query_id varchar, value double)[]
    ) as score,
),

field as (
    select
        field.collection,
        field.measure,
        field.run_id,
        field.direction,
        coalesce(known.decimals, 12)::integer as decimals,
        runs is not null or field.untested is null as is_member,
    from systems.field_by(measures) as field
    left join statistics.known_decimals as known on field.collection = known.collection and field.measure = known.measure
    where
        -- a constant condition, so that a query with `others` alone reads no runs from the database
        len(measures) > 0
        and field.is_testable
        and field.direction is not null
        and isfinite(field.value)
        and (runs is null or list_contains(runs, field.run_id))
        and catalog.has_runs(runs)
        and not list_contains(coalesce((select list(guests.score.run_id) from guests), []), field.run_id)
),

scores as (
    select
        field.collection,
        field.measure,
        field.run_id,
        field.is_member,
        field.decimals,
        scores.query_id,
        round(scores.value * field.direction, 12) as merit,
    from field
    inner join metrics.query_scores as scores
        on
            field.collection = scores.collection
            and field.measure = scores.measure
            and field.run_id = scores.run_id
    where len(measures) > 0 and list_contains(measures, scores.measure)
    union all
    select
        families.collection,
        families.measure,
        guests.score.run_id,
        false as is_member,
        families.decimals,
        guests.score.query_id,
        round(guests.score.value * families.direction, 12) as merit,
    from guests
    inner join (select distinct field.collection, field.measure, field.direction, field.decimals from field) as families
        on guests.score.collection = families.collection and guests.score.measure = families.measure
    union all
    select
        given.score.collection,
        given.score.measure,
        given.score.run_id,
        true as is_member,
        12 as decimals,
        given.score.query_id,
        round(given.score.value, 12) as merit,
    from (
        select unnest(
            others::struct(collection varchar, run_id varchar, measure varchar, query_id varchar, value double)[]
        ) as score
    ) as given
),

topics as (
    select
        scores.collection,
        scores.measure,
        scores.run_id,
        scores.is_member,
        scores.decimals,
        -- in collections without labels, runs may have scores on different topics; only runs with the same topics are compared
        hash(list(scores.query_id order by scores.query_id)) as topics,
        list(scores.merit order by scores.query_id) as merits,
    from scores
    group by scores.collection, scores.measure, scores.run_id, scores.is_member, scores.decimals
),

centred as (
    select
        topics.*,
        len(topics.merits) as num_q,
        list_avg(topics.merits) as merit,
        list_transform(topics.merits, lambda each: each - list_avg(topics.merits)) as deviations,
    from topics
),

-- list_distance is the root of the sum of squared differences, which is accurate even for runs that are nearly equal
pairs as (
    select
        runs.collection,
        runs.measure,
        runs.run_id,
        others.run_id as other,
        runs.is_member,
        runs.num_q,
        runs.merit,
        others.merit as other_merit,
        others.merit - runs.merit as behind,
        runs.decimals,
        list_distance(runs.deviations, others.deviations) / sqrt(nullif(runs.num_q - 1, 0)) as deviation,
    from centred as runs
    inner join centred as others
        on
            runs.collection = others.collection
            and runs.measure = others.measure
            and runs.topics = others.topics
            and runs.run_id <> others.run_id
    where others.is_member
)

select
    pairs.collection,
    pairs.measure,
    pairs.run_id,
    pairs.other,
    pairs.is_member,
    pairs.num_q,
    pairs.merit,
    pairs.other_merit,
    case when abs(pairs.behind) > 1e-12::double then pairs.behind else 0 end as behind,
    -- differences without spread vary by rounding alone (statistics.spread)
    case
        when pairs.deviation > 0.75::double * 10.0::double ** -pairs.decimals then pairs.deviation / sqrt(pairs.num_q)
    end as standard_error,
from pairs;
