-- Full ranking against reranking in 2021: NDCG@10 and NCG of the runs.
--
-- source: TREC 2021 Deep Learning overview, Figure 5; values from systems.run_positions
-- grain: task, run_id
-- columns:
--   position: order from the left: 1 for the highest NDCG@10
--   run_id, subtask, ndcg_cut_10
--   ncg: mean NCG at the depth of the table
-- caveats: loaded runs only
-- example: from exhibits.d_f5
create or replace view exhibits.d_f5 as
select
    collections.task,
    run_positions.position,
    run_positions.run_id,
    run_positions.subtask,
    run_positions.ndcg_cut_10,
    run_positions.ncg,
from systems.run_positions as run_positions
inner join catalog.track_collections as collections on run_positions.collection = collections.collection
where collections.year = 2021
order by collections.task, run_positions.position;
