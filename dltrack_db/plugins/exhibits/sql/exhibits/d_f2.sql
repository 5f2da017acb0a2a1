-- NDCG@10 of the runs of 2021 by category: two bar plots.
--
-- source: TREC 2021 Deep Learning overview, Figure 2; values from systems.run_positions
-- grain: task, run_id
-- columns:
--   position: order from the left: 1 for the highest NDCG@10
--   run_id
--   category: 'nnlm', 'nn' or 'trad'
--   ndcg_cut_10, is_best_of_category
-- caveats: loaded runs only
-- example: from exhibits.d_f2
create or replace view exhibits.d_f2 as
select
    collections.task,
    run_positions.position,
    run_positions.run_id,
    run_positions.category,
    run_positions.ndcg_cut_10,
    run_positions.is_best_of_category,
from systems.run_positions as run_positions
inner join catalog.track_collections as collections on run_positions.collection = collections.collection
where collections.year = 2021
order by collections.task, run_positions.position;
