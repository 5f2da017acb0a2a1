-- Training curves: dev and test scores of 32 checkpoints of one training run.
--
-- source: SIGIR'21 resource paper, Figure 2
-- grain: ranker
-- columns:
--   ranker: 'A', 'B' or 'C' for the best checkpoint by the dev set, 2019 and 2020
--   checkpoint: its number, 1 to 32
--   rr_dev: RR on the dev set
--   ndcg_cut_10_2019: NDCG@10 on 2019
--   ndcg_cut_10_2020: NDCG@10 on 2020
-- caveats: always empty: the rankings of the 32 training checkpoints are not published; validity.checkpoint_scores
--   draws the curves of checkpoints at hand
-- example: from exhibits.b_f2
create or replace view exhibits.b_f2 as
select
    null::varchar as ranker,
    null::integer as checkpoint,
    null::double as rr_dev,
    null::double as ndcg_cut_10_2019,
    null::double as ndcg_cut_10_2020,
where false;
