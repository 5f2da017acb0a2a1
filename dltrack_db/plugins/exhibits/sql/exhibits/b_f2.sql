-- The checkpoints of a training run that are best on the dev set, on 2019 and on 2020, with their scores on all three.
--
-- source: SIGIR'21 resource paper, Figure 2 (32 checkpoints); values from validity.checkpoint_selection
-- grain: ranker
-- columns:
--   ranker: 'A', 'B' or 'C' for the best checkpoint by the dev set, 2019 and 2020
--   checkpoint: number of the checkpoint
--   rr_dev: RR on the dev set
--   ndcg_cut_10_2019: NDCG@10 on 2019
--   ndcg_cut_10_2020: NDCG@10 on 2020
-- caveats: needs your own checkpoints, because the paper's 32 are not published: runs of msmarco-v1-dev-docs whose
--   names sort by training, and the runs of the same names in trec2019-docs and trec2020-docs; exhibits.b_f3 has the
--   curves
-- example: from exhibits.b_f2
create or replace view exhibits.b_f2 as
with rankers as (
    select
        unnest(['A', 'B', 'C']) as ranker,
        unnest(['msmarco-v1-dev-docs', 'trec2019-docs', 'trec2020-docs']) as selected_on,
),

picked as (
    select distinct
        checkpoint_selection.selected_on,
        checkpoint_selection.checkpoint,
    from validity.checkpoint_selection('msmarco-v1-dev-docs', 'recip_rank', 'ndcg_cut_10') as checkpoint_selection
)

select
    rankers.ranker,
    points.checkpoint,
    points.rr_dev,
    points.ndcg_cut_10_2019,
    points.ndcg_cut_10_2020,
from rankers
inner join picked on rankers.selected_on = picked.selected_on
inner join exhibits.b_f3 as points on picked.checkpoint = points.checkpoint
order by rankers.ranker;
