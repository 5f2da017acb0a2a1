-- NDCG@10 of the runs of 2019 and 2020 by category: four bar plots.
--
-- source: SIGIR'21 resource paper, Figure 1; values from systems.run_positions
-- grain: year, task, run_id
-- columns:
--   position: order from the left: 1 for the highest NDCG@10
--   run_id
--   category: 'nnlm', 'nn' or 'trad'
--   ndcg_cut_10, is_best_of_category
-- caveats: loaded runs only; the categories of the runs of 2020 are not public
-- example: from exhibits.b_f1
create or replace view exhibits.b_f1 as
select
    collections.year,
    collections.task,
    run_positions.position,
    run_positions.run_id,
    run_positions.category,
    run_positions.ndcg_cut_10,
    run_positions.is_best_of_category,
from systems.run_positions as run_positions
inner join catalog.track_collections as collections on run_positions.collection = collections.collection
where collections.year in (2019, 2020)
order by collections.year, collections.task, run_positions.position;
