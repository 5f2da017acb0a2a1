-- Limits of the rank-biased precision that a run could have if all its unjudged items were judged.
--
-- source: Moffat and Zobel, TOIS 27(1), 2008, section 3: the score and its residual (metrics.rbp_resid)
-- grain: collection, run_id, query_id, measure
-- params:
--   p: probability of looking at the next item, from 0 to 1
-- columns:
--   measure: 'rbp'
--   lower_bound: the score, rescaled to the largest gain of the collection if the run has unjudged items; not tight
--   upper_bound: the score plus its residual; not tight
-- needs: runs
-- caveats: The bounds treat the items after the end of the run as unknown, as Moffat and Zobel do; most bounds in
--   metrics.bounds do not. Judging all retrieved items therefore does not reach the upper bound. trec_eval divides gains by
--   the topic's largest gain, so a new item with a larger gain would lower the score. As in trec_eval, a run whose items are
--   all judged has no residual
-- example: select * from metrics.rbp_bounds(p := 0.8) where run_id = 'p_bm25'
create or replace macro metrics.rbp_bounds(
    p := 0.9::double, variant := null, min_relevance := null, tie_rule := null
) as table
with scales as (
    select
        judgments.collection,
        judgments.query_id,
        least(greatest(max(judgments.gain), 1) / any_value(largest_gains.gain), 1) as share,
    from metrics.judgments(variant, min_relevance) as judgments
    inner join metrics.largest_gains(variant, min_relevance) as largest_gains
        on judgments.collection = largest_gains.collection
    group by judgments.collection, judgments.query_id
)

select
    rbp.collection,
    rbp.run_id,
    rbp.query_id,
    rbp.measure,
    rbp.value * case when retrieved.num_ret > retrieved.num_judged_ret then scales.share else 1 end as lower_bound,
    rbp.value + rbp_resid.value as upper_bound,
from metrics.rbp(p, variant, min_relevance, tie_rule) as rbp
inner join metrics.rbp_resid(p, variant, min_relevance, tie_rule) as rbp_resid
    on rbp.collection = rbp_resid.collection
    and rbp.run_id = rbp_resid.run_id
    and rbp.query_id = rbp_resid.query_id
inner join metrics.retrieved(variant, min_relevance, tie_rule) as retrieved
    on rbp.collection = retrieved.collection
    and rbp.run_id = retrieved.run_id
    and rbp.query_id = retrieved.query_id
inner join scales
    on rbp.collection = scales.collection
    and rbp.query_id = scales.query_id;
