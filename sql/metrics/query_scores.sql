-- The value of every standard measure for every run and judged topic, a topic that the run leaves out included with 0.
--
-- source: trec_eval -q -c -m all_trec and the measures of the Deep Learning overviews; see metrics.score_queries
-- grain: collection, run_id, query_id, measure
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: trec_eval's name, e.g. 'ndcg_cut_10', 'map', 'P_10', 'recall_100'
--   value: the score, in the official labels, relevance level and tie rule of the collection
-- caveats: stored at load; metrics.score_queries computes the same afresh, with any other labels, level or tie rule
-- example: select query_id, value from metrics.query_scores where run_id = 'p_bm25' and measure = 'ndcg_cut_10'
create or replace view metrics.query_scores as
select
    collection,
    run_id,
    query_id,
    measure,
    value,
from main.query_scores;
