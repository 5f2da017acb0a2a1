-- Every standard measure of every run computed afresh, under any labels, relevance level and tie rule.
--
-- source: trec_eval -c -m all_trec (meas_avg.c, m_gm_map.c)
-- grain: collection, run_id, measure
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
-- columns:
--   collection: judged task
--   run_id: run
--   measure: name with parameter
--   value: mean over topics; sum for counts; geometric mean for gm_map and gm_bpref
--   num_q: topics that the value sums up: all judged topics of the collection
-- example: select * from metrics.score_runs(min_relevance := 1) where run_id = 'p_bm25' and measure = 'map'
create or replace macro metrics.score_runs(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    scored.collection,
    scored.run_id,
    scored.measure,
    metrics.over_topics(measures.summary, scored.value) as value,
    count(*) as num_q,
from metrics.score_queries(variant, min_relevance, tie_rule, judged_only) as scored
left join metrics.measures as measures on scored.measure = measures.measure
group by scored.collection, scored.run_id, scored.measure;
