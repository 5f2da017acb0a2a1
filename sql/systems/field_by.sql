-- One row per run and given measure: whether the run is ranked and tested and, if not, why. Leaderboards, tests, intervals,
-- audits, figures and pages all use this list, so that they agree on the runs.
--
-- source: metrics.run_scores, metrics.directions, statistics.scored_topics, systems.unranked_reason
-- grain: collection, measure, run_id
-- params:
--   measures: trec_eval's names, as a list; null for all stored measures
--   with_unstored: whether to ignore measures without stored values; if false, a measure without stored values is an error
-- columns:
--   value: the run's score, as in metrics.run_scores; runs without a score have no row
--   direction: 1 if a higher value is better, -1 if a lower value is better; otherwise null (metrics.directions)
--   merit: value times direction, rounded to field_decimals: higher is better, equal values are equal; null without a
--     direction
--   num_q: topics that the value is computed from; null for official means
--   num_topics: topics on which runs are compared by the measure (statistics.topics)
--   provenance: as in metrics.run_scores
--   decimals: decimals to which the value is known; null for values from rankings
--   field_decimals: decimals for comparing values: the smallest `decimals` of the ranked runs, or 12 if all have rankings
--   unranked: why the run does not change other runs' ranks: 'not submitted' (in a collection with submitted runs), 'scores
--     on 6 of 53 topics', 'a measure for which neither higher nor lower values are better'; null for a ranked run
--   untested: why the run is excluded from tests and resampling: the reason in unranked, or 'only a mean' if the run has no
--     scores per topic; null for a tested run
--   is_testable: whether the run has a score on every topic and can therefore be tested on request
--   num_ranked: runs that are ranked by the measure
--   num_tested: ranked runs that are tested
--   rank: 1 + number of ranked runs with a higher merit; an unranked run has the rank that it would have; null if no run is
--     ranked, the measure has no direction, or all ranked runs have the same value
-- needs: scored runs
-- caveats: if some submitted runs of a collection have a value of the measure, only submitted runs are ranked; otherwise all
--     runs are ranked
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
        -- with labels, each run has a score either on every judged topic or on none
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
