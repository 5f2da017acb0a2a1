-- One row for each pair of runs of 2019, with the distance of the two runs. The paper draws a t-SNE picture of the distances.
--
-- source: TREC 2019 Deep Learning overview, Figure 4; values from systems.run_similarity
-- grain: task, run_id, other_run_id
-- columns:
--   other_run_id: another run of the task
--   position: rank among the neighbours of run_id, 1 for the nearest
--   distance: Euclidean distance of the vectors of NDCG@10 per topic
--   is_same_team: whether the same team submitted both runs
--   is_same_category: whether both runs have the same category
-- caveats: loaded runs only; the distances are exact, but the picture depends on settings of t-SNE that the paper does not
--   state
-- example: from exhibits.a_f4
create or replace view exhibits.a_f4 as
select
    collections.task,
    run_similarity.run_id,
    run_similarity.other_run_id,
    run_similarity.position,
    run_similarity.distance,
    run_similarity.is_same_team,
    run_similarity.is_same_category,
from systems.run_similarity as run_similarity
inner join main.collections as collections on run_similarity.collection = collections.collection
where run_similarity.collection in ('trec2019-docs', 'trec2019-passages')
order by collections.task, run_similarity.run_id, run_similarity.position;
