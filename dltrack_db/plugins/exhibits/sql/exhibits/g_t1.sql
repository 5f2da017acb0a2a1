-- Scores of the DL-Hard baselines on documents.
--
-- source: DL-Hard (Mackie et al. 2021), README of the repository, document baselines; values from metrics.run_scores
-- grain: run_id
-- columns:
--   run_id: name of the run file
--   ndcg_cut_10
--   rr: mean reciprocal rank, with relevance from grade 2
--   ap: mean average precision, with relevance from grade 2
--   recall_1000: mean recall at 1000, with relevance from grade 2
-- caveats: contains only runs verified to be the authors' own. Scores are rounded to four decimals, as in trec_eval, because
--   the README rounds the rounded values of trec_eval again: .23850 became .238
-- example: from exhibits.g_t1
create or replace view exhibits.g_t1 as
select
    scores.run_id,
    round(max(scores.value) filter (where scores.measure = 'ndcg_cut_10'), 4) as ndcg_cut_10,
    round(max(scores.value) filter (where scores.measure = 'recip_rank'), 4) as rr,
    round(max(scores.value) filter (where scores.measure = 'map'), 4) as ap,
    round(max(scores.value) filter (where scores.measure = 'recall_1000'), 4) as recall_1000,
from metrics.run_scores as scores
inner join published.run_identity as run_identity
    on
        scores.collection = run_identity.collection
        and scores.run_id = run_identity.run_id
where scores.collection = 'dl-hard-docs' and run_identity.is_submitted
group by scores.run_id
order by scores.run_id;
