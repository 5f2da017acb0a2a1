-- One row for each run and topic: the reference score that judges' leaderboards are compared with. It is the score by the
-- official labels, or the score by a chosen judge.
--
-- source: metrics.query_scores; metrics.run_scores for collections that have only means; labels.board_scores
-- grain: collection, run_id, query_id
-- params:
--   truth: measure of the reference scores: trec_eval's name, or the name in the leaderboard of truth_judge
-- columns:
--   run_id
--   query_id: topic; '' for a mean, if the collection has no scores per topic
--   value: reference score
-- needs: runs
-- example: from labels.board_truth('ndcg_cut_10') where run_id = 'p_bm25'
create or replace macro labels.board_truth(truth := 'ndcg_cut_10', truth_judge := null) as table
with by_topic as materialized (
    select
        scores.collection,
        scores.run_id,
        scores.query_id,
        scores.value,
    from metrics.query_scores as scores
    where
        truth_judge is null
        and scores.measure = truth
        and catalog.has_measures(case when truth_judge is null then [truth] end)
    union all
    select
        scores.collection,
        scores.run_id,
        scores.query_id,
        scores.value,
    from labels.board_scores as scores
    where scores.judge = truth_judge and scores.measure = truth
)

select
    by_topic.collection,
    by_topic.run_id,
    by_topic.query_id,
    by_topic.value,
from by_topic
union all
select
    means.collection,
    means.run_id,
    '' as query_id,
    means.value,
from metrics.run_scores as means
where
    truth_judge is null
    and means.measure = truth
    and means.collection not in (select known.collection from by_topic as known);
