-- The value of every standard measure for every run and judged topic. A topic without results in the run has a row too, with
-- value 0 in most measures.
--
-- source: trec_eval -q -c -m all_trec and the measures of the Deep Learning overviews; see metrics.score_queries
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: trec_eval's name, e.g. 'ndcg_cut_10', 'map', 'P_10', 'recall_100'
--   value: score computed with the official labels, relevance level and tie rule of the collection
--   provenance: 'rankings', or 'submitted scores' for runs without a loaded ranking (main.stand_in_scores)
--   decimals: number of decimals to which the value is known; null if the value is computed from a ranking
-- needs: scored runs
-- caveats: stored at load; metrics.score_queries computes the same measures with other labels, levels or tie rules
-- example: select query_id, value from metrics.query_scores where run_id = 'p_bm25' and measure = 'ndcg_cut_10'
create or replace view metrics.query_scores as
select
    scored.collection,
    scored.run_id,
    scored.query_id,
    scored.measure,
    scored.value,
    'rankings' as provenance,
    null::utinyint as decimals,
from main.query_scores as scored
union all
select
    stand_in.collection,
    stand_in.run_id,
    stand_in.query_id,
    stand_in.measure,
    stand_in.value,
    'submitted scores' as provenance,
    stand_in.decimals,
from main.stand_in_scores as stand_in;
