-- Checkpoints of one training run on pairs of measures: the points of scatter plots.
--
-- source: SIGIR'21 resource paper, Figure 3 (32 checkpoints); values from validity.checkpoint_scores
-- grain: checkpoint
-- columns:
--   checkpoint: number, from 1
--   rr_dev: RR on the dev set
--   ndcg_cut_10_2019: NDCG@10 on 2019
--   ndcg_cut_10_2020: NDCG@10 on 2020
-- caveats: over the runs of the dev set msmarco-v1-dev-docs, each a checkpoint whose name sorts by training, and the runs
--   of the same names in trec2019-docs and trec2020-docs; the paper's 32 are not published
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
