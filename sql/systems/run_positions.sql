-- The runs of each overview in the order of their nDCG@10, for the bar plots by run type and by subtask.
--
-- source: TREC 2019 overview, figures 1 and 5; TREC 2021 overview, figures 2 and 5; SIGIR 2021 resource paper, figure 1
-- grain: collection, run_id
-- columns:
--   run_id: submitted run listed in the overview
--   position: 1 for the highest ndcg_cut_10; equal values in order of run_id
--   team, category, subtask
--   stage: 'single' or 'multi'
--   dense: whether dense retrieval was used
--   ndcg_cut_10
--   ncg: mean NCG at collections.ncg_depth
--   is_best_of_category: whether the run is the first of its category
--   is_best_of_subtask: whether the run is the first of its subtask
-- needs: runs
create or replace view systems.run_positions as
with
listed_runs as (
    select
        collection,
        run_id,
        team,
        category,
        subtask,
        stage,
        dense,
        max(value) filter (where measure = 'ndcg_cut_10') as ndcg_cut_10,
        max(value) filter (where measure = 'ncg') as ncg,
    from systems.overview_scores
    group by collection, run_id, team, category, subtask, stage, dense
)

select
    collection,
    run_id,
    row_number() over (partition by collection order by round(ndcg_cut_10, 12) desc, run_id) as position,
    team,
    category,
    subtask,
    stage,
    dense,
    ndcg_cut_10,
    ncg,
    row_number() over (partition by collection, category order by round(ndcg_cut_10, 12) desc, run_id) = 1
    as is_best_of_category,
    row_number() over (partition by collection, subtask order by round(ndcg_cut_10, 12) desc, run_id) = 1
    as is_best_of_subtask,
from listed_runs;
