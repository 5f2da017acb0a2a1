-- How similar two runs are in their per-topic nDCG@10, for every pair of loaded runs.
--
-- source: TREC 2019 overview, section 5 and figure 4 (runs as vectors of per-topic nDCG@10)
-- grain: collection, run_id, other_run_id
-- columns:
--   other_run_id: another run of the same collection; both orders of a pair are listed
--   position: position of other_run_id among the neighbours of run_id, 1 for the nearest
--   distance: Euclidean distance between the two vectors of per-topic ndcg_cut_10
--   correlation: Pearson's correlation of the two vectors; null if a vector is constant
--   is_same_team: whether the same team submitted both; null if a team is unknown
--   is_same_category: whether both have the same category; null if a category is unknown
-- needs: scored runs
-- caveats: the figure's t-SNE picture depends on settings that the paper does not report; the distances do not
-- cost: grows with the number of pairs of runs
-- example:
--   from systems.run_similarity where run_id = 'p_bm25' order by position limit 5;
create or replace view systems.run_similarity as
select
    similarity.collection,
    similarity.run_id,
    similarity.other_run_id,
    row_number() over (
        partition by similarity.collection, similarity.run_id
        order by round(similarity.distance, 12), similarity.other_run_id
    ) as position,
    similarity.distance,
    similarity.correlation,
    runs_a.team = runs_b.team as is_same_team,
    runs_a.category = runs_b.category as is_same_category,
from systems.run_similarity_by('ndcg_cut_10') as similarity
inner join main.runs as runs_a
    on similarity.collection = runs_a.collection and similarity.run_id = runs_a.run_id
inner join main.runs as runs_b
    on similarity.collection = runs_b.collection and similarity.other_run_id = runs_b.run_id;
