-- The six common measures computed afresh, under any labels, relevance level and tie rule: map, bpref, recip_rank,
-- P_10, recall_100 and ndcg_cut_10.
--
-- source: trec_eval; see each measure
-- grain: collection, run_id, query_id, measure
-- columns:
--   value: the score
-- needs: runs
-- example: select * from metrics.common_scores(tie_rule := 'submitted') where run_id = 'p_bm25'
create or replace macro metrics.common_scores(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select collection, run_id, query_id, measure, value, from metrics.average_precision(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value, from metrics.bpref(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value, from metrics.recip_rank(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value, from metrics."precision"(10, variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value, from metrics.recall(100, variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value, from metrics.ndcg(10, variant, min_relevance, tie_rule, judged_only);
