-- The leaderboard of a collection under any labels, relevance level and tie rule, with the official ranks: one row per run and
-- measure.
--
-- source: labels.run_scores, systems.field_by, systems.unranked_reason
-- grain: measure, run_id
-- params:
--   min_relevance: lowest relevant grade, possibly a fraction; null for the level of the labels (labels.levels)
--   measures: list of trec_eval's names; null for ndcg_cut_10, map and recip_rank
-- columns:
--   team, subtask, category
--   stage: 'single' or 'multi', as self-reported in 2021
--   dense: whether dense retrieval was used, as self-reported in 2021
--   is_submission
--   in_overview: whether the overview lists the run; null if there is no overview table
--   measure
--   value: the run's score over all topics that the labels judge
--   rank: 1 + number of better ranked runs, compared to as many decimals as in systems.field; null if all ranked runs have the
--     same value, and for a measure without a better direction
--   merit: sort key of the rows, higher is better
--   unranked: reason why the run does not change other runs' ranks, e.g. 'not submitted'; null for a ranked run
--     (systems.unranked_reason)
--   official_rank: rank by the official labels, level and tie rule (systems.field); null if the run has no official score
--   num_q: topics that the value summarizes
--   provenance
-- needs: runs
-- example: from labels.standings('trec2021-passages', 'syndl-gpt4') where measure = 'ndcg_cut_10' order by rank
create or replace macro labels.standings(
    collection_name, labels := null, min_relevance := null, tie_rule := null, measures := null
) as table
with official as (
    select
        field.run_id,
        field.measure,
        field.rank,
    from systems.field_by(coalesce(measures, ['ndcg_cut_10', 'map', 'recip_rank'])) as field
    where field.collection = collection_name and field.provenance <> 'official means'
),

scored as (
    select
        scores.run_id,
        scores.measure,
        scores.value,
        case when directions.name is null then 1 else directions.direction end as direction,
        scores.num_q,
        -- a ranking has a score on every topic that the labels judge
        coalesce(
            max(scores.num_q) filter (where scores.provenance = 'rankings') over by_measure,
            max(scores.num_q) over by_measure
        ) as num_topics,
        scores.provenance,
        scores.decimals,
        coalesce(runs.is_submission, false) as is_submission,
        bool_or(coalesce(runs.is_submission, false)) over by_measure as has_submissions,
    from labels.run_scores(collection_name, labels, min_relevance, tie_rule, measures) as scores
    left join metrics.directions as directions on metrics.base_name(scores.measure) = directions.name
    left join main.runs as runs on runs.collection = collection_name and scores.run_id = runs.run_id
    window by_measure as (partition by scores.measure)
),

judged as (
    select
        scored.*,
        systems.unranked_reason(
            scored.direction, scored.num_q, scored.num_topics, scored.is_submission, scored.has_submissions
        ) as unranked,
    from scored
),

rounded as (
    select
        judged.*,
        round(
            judged.direction * judged.value,
            coalesce(min(judged.decimals) filter (where judged.unranked is null) over by_measure, 12)::integer
        ) as merit,
    from judged
    window by_measure as (partition by judged.measure)
),

-- Each exclusion lists a single name: DuckDB prints several names in any order, and equal definitions would compare as unequal.
described as (
    select run_columns.* exclude (collection)
    from systems.run_columns(labels, min_relevance, tie_rule) as run_columns
    where run_columns.collection = collection_name
)

select
    scores.run_id,
    run_columns.* exclude (run_id) replace (
        coalesce(run_columns.is_submission, false) as is_submission
    ),
    scores.measure,
    scores.value,
    case
        when statistics.is_order(
            min(scores.merit) filter (where scores.unranked is null) over by_measure,
            max(scores.merit) filter (where scores.unranked is null) over by_measure,
            count(*) filter (where scores.unranked is null) over by_measure
        )
            then 1 + count(*) filter (where scores.unranked is null) over (
                by_measure order by scores.merit desc
                range between unbounded preceding and current row exclude group
            )
    end as rank,
    scores.merit,
    scores.unranked,
    official.rank as official_rank,
    scores.num_q,
    scores.provenance,
from rounded as scores
left join official on scores.run_id = official.run_id and scores.measure = official.measure
left join described as run_columns on scores.run_id = run_columns.run_id
window by_measure as (partition by scores.measure);
