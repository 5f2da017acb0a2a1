-- How well a numeric feature of the topics predicts the scores on the topics: the mean score over all runs, and the score of
-- each run.
--
-- source: S. Cronen-Townsend, Y. Zhou and W. B. Croft, "Predicting query performance", SIGIR 2002 (correlation);
--     statistics.smare; scipy.stats.pearsonr and kendalltau
-- grain: feature, run_id
-- columns:
--   feature: as in judging.topic_features
--   run_id: run; null for the mean over all runs, which represents the difficulty of the topic
--   num_topics: topics that have both the feature and scores
--   pearson: Pearson's correlation of feature and scores; null if one of the two does not vary
--   tau_b: Kendall's tau-b of feature and scores; null if one of the two does not vary
--   smare: scaled mean absolute rank error; 0 if the feature and the scores order the topics alike
-- needs: runs
-- example: from judging.topic_difficulty('trec2021-passages', 'ndcg_cut_10') where run_id is null order by abs(tau_b) desc
create or replace macro judging.topic_difficulty(collection_name, measure) as table
with asked as (
    select
        collection_name as collection,
        measure as measure,
    where catalog.has_collections([collection_name])
),

scores as (
    select
        field_values.run_id,
        field_values.query_id,
        field_values.value,
    from asked
    inner join statistics.field_values([measure]) as field_values
        on asked.collection = field_values.collection and asked.measure = field_values.measure
    union all
    select
        null as run_id,
        field_values.query_id,
        round(avg(field_values.value), 12) as value,
    from asked
    inner join statistics.field_values([measure]) as field_values
        on asked.collection = field_values.collection and asked.measure = field_values.measure
    group by field_values.query_id
),

grouped as (
    select
        features.feature,
        scores.run_id,
        count(*) as num_topics,
        case
            when max(features.value) > min(features.value) and max(scores.value) > min(scores.value)
                then corr(features.value, scores.value)
        end as pearson,
        list(features.value order by scores.query_id) as predicted,
        list(scores.value order by scores.query_id) as scored,
    from scores
    inner join judging.topic_features as features on scores.query_id = features.query_id
    where features.collection = collection_name
    group by features.feature, scores.run_id
)

select
    grouped.feature,
    grouped.run_id,
    grouped.num_topics,
    grouped.pearson,
    statistics.kendall_tau_b(grouped.predicted, grouped.scored) as tau_b,
    statistics.smare(grouped.predicted, grouped.scored) as smare,
from grouped;
