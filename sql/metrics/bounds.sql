-- The lowest and highest score that each run could have on each topic if all its unjudged items were judged.
--
-- source: Moffat and Zobel, TOIS 27(1), 2008, section 3 (residual of a measure); Lu, Moffat and Culpepper, IRJ 19(4), 2016;
--   the headers of metrics.*_bounds explain the bounds of each measure
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'P_', 'recall_', 'success_', 'recip_rank_cut_', 'map_cut_', 'ndcg_cut_', 'ncg_cut_' or 'err_cut_' and the
--     cut-off; 'recip_rank', 'map', 'Rprec' and 'rbp' (p = 0.9) have no cut-off
--   value: the score, with unjudged items treated as not relevant
--   lower_bound: the score is never below this value, whatever grades the unjudged items get
--   upper_bound: the score is never above this value, whatever grades the unjudged items get
-- needs: runs
-- caveats: Assumptions: every unjudged item that the run retrieved, at any rank, can get any grade up to
--   metrics.largest_gains; items neither retrieved nor judged are not relevant. New relevant items are included in num_rel and
--   in the ideal order, so the lower bound can be below the score. All bounds are tight, except those of ndcg_cut and rbp.
--   bpref has no bounds, because it ignores unjudged items by design
-- cost: 1.5 s of processor time and 250 MB with the 63 passage runs of TREC 2021
-- example: select * from metrics.bounds(10) where run_id = 'p_bm25'
create or replace macro metrics.bounds(k, variant := null, min_relevance := null, tie_rule := null) as table
with bounded as (
    select collection, run_id, query_id, measure, lower_bound, upper_bound,
    from (
        from metrics.count_bounds(k, variant, min_relevance, tie_rule)
        union all by name
        from metrics.recip_rank_bounds(k, variant, min_relevance, tie_rule)
        union all by name
        from metrics.average_precision_bounds(k, variant, min_relevance, tie_rule)
        union all by name
        from metrics.rprec_bounds(variant, min_relevance, tie_rule)
        union all by name
        from metrics.ncg_bounds(k, variant, min_relevance, tie_rule)
        union all by name
        from metrics.ndcg_bounds(k, variant, min_relevance, tie_rule)
        union all by name
        from metrics.err_bounds(k, 4, variant, min_relevance, tie_rule)
        union all by name
        from metrics.rbp_bounds(0.9, variant, min_relevance, tie_rule)
    ) as bounds
),

scored as (
    select collection, run_id, query_id, measure, value,
    from (
        from metrics."precision"(k, variant, min_relevance, tie_rule)
        union all by name
        from metrics.recall(k, variant, min_relevance, tie_rule)
        union all by name
        from metrics.success(k, variant, min_relevance, tie_rule)
        union all by name
        from metrics.recip_rank(variant, min_relevance, tie_rule)
        union all by name
        from metrics.recip_rank_cut(k, variant, min_relevance, tie_rule)
        union all by name
        from metrics.average_precision(variant, min_relevance, tie_rule)
        union all by name
        from metrics.map_cut(k, variant, min_relevance, tie_rule)
        union all by name
        from metrics.rprec(variant, min_relevance, tie_rule)
        union all by name
        from metrics.ncg(k, variant, min_relevance, tie_rule)
        union all by name
        from metrics.ndcg(k, variant, min_relevance, tie_rule)
        union all by name
        from metrics.err(k, 4, variant, min_relevance, tie_rule)
        union all by name
        from metrics.rbp(0.9, variant, min_relevance, tie_rule)
    ) as scores
)

select
    scored.collection,
    scored.run_id,
    scored.query_id,
    scored.measure,
    scored.value,
    bounded.lower_bound,
    bounded.upper_bound,
from scored
inner join bounded
    on scored.collection = bounded.collection
    and scored.run_id = bounded.run_id
    and scored.query_id = bounded.query_id
    and scored.measure = bounded.measure;
