-- Every standard measure computed afresh, under any labels, relevance level and tie rule.
--
-- source: trec_eval -q -c -m all_trec, with trec_eval's default parameters, and the measures of the Deep Learning overviews
-- grain: collection, run_id, query_id, measure
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs, see metrics.hits; null for the stored one
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: trec_eval's name of the measure
--   value: the score
-- example: select * from metrics.score_queries(min_relevance := 1) where run_id = 'p_bm25' and measure = 'map'
create or replace macro metrics.score_queries(
    variant := null, min_relevance := null, tie_rule := null
) as table
select collection, run_id, query_id, measure, value, from metrics.counts(variant, min_relevance, tie_rule)
union all
select collection, run_id, query_id, measure, value, from metrics.average_precision(variant, min_relevance, tie_rule)
union all
select collection, run_id, query_id, measure, value, from metrics.recip_rank(variant, min_relevance, tie_rule)
union all
select collection, run_id, query_id, measure, value,
from metrics.precision(metrics.standard_depths('P'), variant, min_relevance, tie_rule)
union all
select collection, run_id, query_id, measure, value,
from metrics.recall(metrics.standard_depths('recall'), variant, min_relevance, tie_rule)
union all
select collection, run_id, query_id, measure, value,
from metrics.ndcg(metrics.standard_depths('ndcg_cut'), variant, min_relevance, tie_rule)
union all
select collection, run_id, query_id, measure, value,
from metrics.map_cut(metrics.standard_depths('map_cut'), variant, min_relevance, tie_rule)
union all
select collection, run_id, query_id, measure, value,
from metrics.ncg(metrics.standard_depths('ncg_cut'), variant, min_relevance, tie_rule)
union all
select collection, run_id, query_id, measure, value,
from metrics.recip_rank_cut(metrics.standard_depths('recip_rank_cut'), variant, min_relevance, tie_rule)
union all
select collection, run_id, query_id, measure, value, from metrics.rr_ms(tie_rule);
