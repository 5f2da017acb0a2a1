-- One row for each checkpoint of a training run, with its scores on the dev set, 2019 and 2020, for scatter plots.
--
-- source: SIGIR'21 resource paper, Figure 3 (32 checkpoints); values from validity.checkpoint_scores
-- grain: checkpoint
-- columns:
--   checkpoint: number of the checkpoint, from 1
--   rr_dev: RR on the dev set
--   ndcg_cut_10_2019: NDCG@10 on 2019
--   ndcg_cut_10_2020: NDCG@10 on 2020
-- caveats: needs your own checkpoints, because the paper's 32 checkpoints are not published. Load each checkpoint as a run
--   of the same name in msmarco-v1-dev-docs, trec2019-docs and trec2020-docs; the names must sort in the order of
--   training
-- example: from exhibits.b_f3
create or replace view exhibits.b_f3 as
select
    checkpoint_scores.checkpoint,
    max(checkpoint_scores.value) filter (where checkpoint_scores.is_dev) as rr_dev,
    max(checkpoint_scores.value) filter (where checkpoint_scores.collection = 'trec2019-docs') as ndcg_cut_10_2019,
    max(checkpoint_scores.value) filter (where checkpoint_scores.collection = 'trec2020-docs') as ndcg_cut_10_2020,
from validity.checkpoint_scores('msmarco-v1-dev-docs', 'recip_rank', 'ndcg_cut_10') as checkpoint_scores
group by checkpoint_scores.checkpoint
order by checkpoint_scores.checkpoint;
