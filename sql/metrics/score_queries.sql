-- Every standard measure computed afresh, under any labels, relevance level and tie rule.
--
-- source: trec_eval -q -c -m all_trec, with trec_eval's default parameters, and the measures of the Deep Learning
--   overviews
-- grain: collection, run_id, query_id, measure
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: name with parameter, e.g. 'P_10'
--   value: the score
-- caveats: the texts of trec_eval (runid, relstring) are not among them
-- example: select * from metrics.score_queries(min_relevance := 1) where run_id = 'p_bm25' and measure = 'map'
create or replace macro metrics.score_queries(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select collection, run_id, query_id, measure, value,
from metrics.num_q(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.num_ret(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.num_rel(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.num_rel_ret(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.average_precision(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.gm_map(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.rprec(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.bpref(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.recip_rank(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.iprec_at_recall(metrics.recall_levels(), variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.precision(metrics.default_cutoffs(), variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.recall(metrics.default_cutoffs(), variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.infap(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.gm_bpref(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.rprec_mult(
    [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2], variant, min_relevance, tie_rule, judged_only
)
union all
select collection, run_id, query_id, measure, value,
from metrics.utility(
    variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
)
union all
select collection, run_id, query_id, measure, value,
from metrics.avg_11pt(
    variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
)
union all
select collection, run_id, query_id, measure, value,
from metrics.bing(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.g(variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.ndcg_uncut(
    variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
)
union all
select collection, run_id, query_id, measure, value,
from metrics.ndcg_rel(
    variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
)
union all
select collection, run_id, query_id, measure, value,
from metrics.rndcg(
    variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
)
union all
select collection, run_id, query_id, measure, value,
from metrics.ndcg(metrics.default_cutoffs(), variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.map_cut(metrics.standard_values('map_cut'), variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.relative_p(metrics.default_cutoffs(), variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.success([1, 5, 10], variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.set_p(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.set_relative_p(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.set_recall(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.set_map(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.set_f(
    variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
)
union all
select collection, run_id, query_id, measure, value,
from metrics.num_nonrel_judged_ret(variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.rbp(
    variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
)
union all
select collection, run_id, query_id, measure, value,
from metrics.rbp_resid(
    variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
)
union all
select collection, run_id, query_id, measure, value,
from metrics.unj([5, 10, 20], variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.ncg(metrics.standard_values('ncg_cut'), variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.recip_rank_cut(
    metrics.standard_values('recip_rank_cut'), variant, min_relevance, tie_rule, judged_only
)
union all
select collection, run_id, query_id, measure, value,
from metrics.judged([10, 100], variant, min_relevance, tie_rule, judged_only)
union all
select collection, run_id, query_id, measure, value,
from metrics.err(
    [20], variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
)
union all
select collection, run_id, query_id, measure, value,
from metrics.rr_ms(tie_rule)
where variant is null and min_relevance is null and not judged_only;
