-- The leaderboard of a collection under any labels, relevance level and tie rule, one measure a row, with the places by
-- the official ones.
--
-- source: labels.run_scores, metrics.run_scores
-- grain: measure, run_id
-- params:
--   min_relevance: lowest grade that is relevant, which may be a fraction; null for that of the
--     labels (labels.levels)
--   measures: trec_eval's names as a list; null for ndcg_cut_10, map and recip_rank
-- columns:
--   team, subtask, category
--   stage: 'single' or 'multi', as self-reported in 2021
--   dense: whether dense retrieval was used, as self-reported in 2021
--   is_submission
--   in_overview: whether the overview lists the run; null when there is no such table
--   measure
--   value: the run's score over all topics that the labels judge
--   rank: 1 + number of runs with a higher value, compared to 12 decimals; null where all runs have one value
--   official_rank: the same by the official labels, level and tie rule, over their own topics; null without such a score
--   num_q: topics that the value sums up
--   provenance
-- needs: runs
-- example: from labels.standings('trec2021-passages', 'syndl-gpt4') where measure = 'ndcg_cut_10' order by rank
create or replace macro labels.standings(
    collection_name, labels := null, min_relevance := null, tie_rule := null, measures := null
) as table
with official as (
    select
        run_scores.run_id,
        run_scores.measure,
        case
            when statistics.is_order(
                min(round(run_scores.value, 12)) over by_measure,
                max(round(run_scores.value, 12)) over by_measure,
                count(*) over by_measure
            )
                then rank() over (by_measure order by round(run_scores.value, 12) desc)
        end as rank,
    from metrics.run_scores as run_scores
    where
        run_scores.collection = collection_name
        and run_scores.provenance <> 'official means'
        and list_contains(coalesce(measures, ['ndcg_cut_10', 'map', 'recip_rank']), run_scores.measure)
    window by_measure as (partition by run_scores.measure)
),

-- One name in each exclusion: DuckDB writes several in any order, and the definition would not compare equal.
described as (
    select run_columns.* exclude (collection)
    from systems.run_columns as run_columns
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
            min(scores.value) over by_measure, max(scores.value) over by_measure, count(*) over by_measure
        )
            then rank() over (by_measure order by scores.value desc)
    end as rank,
    official.rank as official_rank,
    scores.num_q,
    scores.provenance,
from labels.run_scores(collection_name, labels, min_relevance, tie_rule, measures) as scores
left join official on scores.run_id = official.run_id and scores.measure = official.measure
left join described as run_columns on scores.run_id = run_columns.run_id
window by_measure as (partition by scores.measure);
