-- One row for each of three checkpoints of a training run, with its scores: the best on the dev set, on 2019 and on 2020.
--
-- source: SIGIR'21 resource paper, Figure 2 (32 checkpoints); values from validity.checkpoint_selection
-- grain: ranker
-- columns:
--   ranker: 'A' for the best checkpoint on the dev set, 'B' on 2019, 'C' on 2020
--   checkpoint: number of the checkpoint
--   rr_dev: RR on the dev set
--   ndcg_cut_10_2019: NDCG@10 on 2019
--   ndcg_cut_10_2020: NDCG@10 on 2020
-- caveats: needs your own checkpoints, because the paper's 32 checkpoints are not published. Load each checkpoint as a run
--   of the same name in msmarco-v1-dev-docs, trec2019-docs and trec2020-docs; the names must sort in the order of
--   training. For the curves, see exhibits.b_f3
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
