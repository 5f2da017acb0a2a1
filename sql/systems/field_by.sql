-- The field of runs behind every answer: which runs a measure ranks, which are tested, and why others are not. Leaderboards,
-- places, tests, intervals, audits, figures and pages read it, so that all of them speak of the same runs.
--
-- source: metrics.run_scores, metrics.directions, statistics.scored_topics, systems.unranked_reason
-- grain: collection, measure, run_id
-- params:
--   measures: trec_eval's names, as a list; null for all that are stored
--   with_unstored: whether names by which nothing is stored are passed over; otherwise they are an error
-- columns:
--   value: the run's score, as in metrics.run_scores; only runs that have one
--   direction: 1 where a higher value is better, -1 where a lower one is; null where neither is (metrics.directions)
--   merit: value times direction, to field_decimals: higher is better, equal values are equal; null without a direction
--   num_q: topics that the value sums up; null for official means
--   num_topics: topics that runs are compared over by the measure (statistics.topics)
--   provenance: as in metrics.run_scores
--   decimals: decimals that the value is known to; null from rankings
--   field_decimals: the fewest decimals of the ranked runs, 12 where all are from rankings: values are compared to so many
--   unranked: why the run moves nobody, and has only a place: 'not submitted' beside submitted runs, 'scores on 6 of 53
--     topics', 'a measure that has no better or worse'; null for a run that is ranked
--   untested: why the run is in no test and no resampling of the field: as unranked, or 'only a mean'; null for one that is
--   is_testable: whether it has a score on every topic, so that it is tested where somebody asks for it
--   num_ranked: runs that are ranked by the measure
--   num_tested: those of them that are tested
--   rank: 1 + number of ranked runs of higher merit, of a run that is not ranked its place; null where no run is ranked,
--     without a direction, and where all ranked runs have one value
-- needs: scored runs
-- caveats: ranked are the submitted runs of a collection where some have a value of the measure, else all runs
-- example: select run_id, rank, value from systems.field_by(['map']) where collection = 'trec2021-passages'
create or replace macro systems.field_by(measures, with_unstored := false) as table
with topics as (
    select
        scored_topics.collection,
        count(*) as num_topics,
    from statistics.scored_topics as scored_topics
    group by scored_topics.collection
),

described as (
    select
        scores.collection,
        scores.measure,
        scores.run_id,
        scores.value,
        case when directions.name is null then 1 else directions.direction end as direction,
        scores.num_q,
        -- with labels every run has a score on every judged topic, or none
        coalesce(topics.num_topics, max(scores.num_q) over by_measure) as num_topics,
        scores.provenance,
        scores.decimals,
        coalesce(runs.is_submission, false) as is_submission,
        bool_or(coalesce(runs.is_submission, false)) over by_measure as has_submissions,
    from metrics.run_scores as scores
    left join topics on scores.collection = topics.collection
    left join metrics.directions as directions on metrics.base_name(scores.measure) = directions.name
    left join main.runs as runs on scores.collection = runs.collection and scores.run_id = runs.run_id
    where
        scores.value is not null
        and (measures is null or list_contains(measures, scores.measure))
        and catalog.has_measures(case when not with_unstored then measures end)
    window by_measure as (partition by scores.collection, scores.measure)
),

judged as (
    select
        described.*,
        systems.unranked_reason(
            described.direction,
            described.num_q,
            described.num_topics,
            described.is_submission,
            described.has_submissions
        ) as unranked,
        described.num_q = described.num_topics as is_testable,
    from described
),

rounded as (
    select
        judged.*,
        coalesce(min(judged.decimals) filter (where judged.unranked is null) over by_measure, 12) as field_decimals,
        round(
            judged.direction * judged.value,
            coalesce(min(judged.decimals) filter (where judged.unranked is null) over by_measure, 12)::integer
        ) as merit,
        count(*) filter (where judged.unranked is null) over by_measure as num_ranked,
        count(*) filter (where judged.unranked is null and judged.is_testable) over by_measure as num_tested,
    from judged
    window by_measure as (partition by judged.collection, judged.measure)
)

select
    rounded.collection,
    rounded.measure,
    rounded.run_id,
    rounded.value,
    rounded.direction,
    rounded.merit,
    rounded.num_q,
    rounded.num_topics,
    rounded.provenance,
    rounded.decimals,
    rounded.field_decimals,
    rounded.unranked,
    coalesce(rounded.unranked, case when rounded.num_q is null then 'only a mean' end) as untested,
    coalesce(rounded.is_testable, false) as is_testable,
    rounded.num_ranked,
    rounded.num_tested,
    case
        when statistics.is_order(
            min(rounded.merit) filter (where rounded.unranked is null) over by_measure,
            max(rounded.merit) filter (where rounded.unranked is null) over by_measure,
            rounded.num_ranked
        )
            then 1 + count(*) filter (where rounded.unranked is null) over (
                by_measure order by rounded.merit desc
                range between unbounded preceding and current row exclude group
            )
    end as rank,
from rounded
window by_measure as (partition by rounded.collection, rounded.measure);
