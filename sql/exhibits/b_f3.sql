-- The 32 checkpoints on pairs of measures: the points of scatter plots.
--
-- source: SIGIR'21 resource paper, Figure 3
-- grain: checkpoint
-- columns:
--   checkpoint: number, 1 to 32
--   rr_dev: RR on the dev set
--   ndcg_cut_10_2019: NDCG@10 on 2019
--   ndcg_cut_10_2020: NDCG@10 on 2020
-- caveats: always empty: the rankings of the 32 training checkpoints are not published; validity.checkpoint_scores has
--   the points of checkpoints at hand
-- example: from exhibits.b_f3
create or replace view exhibits.b_f3 as
select
    null::integer as checkpoint,
    null::double as rr_dev,
    null::double as ndcg_cut_10_2019,
    null::double as ndcg_cut_10_2020,
where false;
