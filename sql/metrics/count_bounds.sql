-- The lowest and highest precision, recall and success that a run could have if all its unjudged items were judged.
--
-- source: Moffat and Zobel, TOIS 27(1), 2008, section 3; Lu, Moffat and Culpepper, IRJ 19(4), 2016
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'P_', 'recall_' or 'success_' and the cut-off
--   lower_bound: the score is never below this value, whatever grades the unjudged items get; tight
--   upper_bound: the score is never above this value, whatever grades the unjudged items get; tight
-- needs: runs
-- caveats: same assumptions as metrics.bounds
-- example: select * from metrics.count_bounds(10) where run_id = 'p_bm25'
create or replace macro metrics.count_bounds(k, variant := null, min_relevance := null, tie_rule := null) as table
select
    unjudged_at.collection,
    unjudged_at.run_id,
    unjudged_at.query_id,
    'P_' || unjudged_at.cutoff as measure,
    unjudged_at.num_rel_ret / unjudged_at.cutoff as lower_bound,
    (unjudged_at.num_rel_ret + unjudged_at.num_unjudged) / unjudged_at.cutoff as upper_bound,
from metrics.unjudged_at(k, variant, min_relevance, tie_rule) as unjudged_at
union all
select
    unjudged_at.collection,
    unjudged_at.run_id,
    unjudged_at.query_id,
    'recall_' || unjudged_at.cutoff as measure,
    -- lowest if all unjudged items below rank k are relevant, highest if all unjudged items down to rank k are relevant
    coalesce(
        unjudged_at.num_rel_ret / nullif(unjudged_at.num_rel + unjudged_at.num_unjudged_below, 0), 0
    ) as lower_bound,
    coalesce(
        (unjudged_at.num_rel_ret + unjudged_at.num_unjudged)
        / nullif(unjudged_at.num_rel + unjudged_at.num_unjudged, 0),
        0
    ) as upper_bound,
from metrics.unjudged_at(k, variant, min_relevance, tie_rule) as unjudged_at
union all
select
    unjudged_at.collection,
    unjudged_at.run_id,
    unjudged_at.query_id,
    'success_' || unjudged_at.cutoff as measure,
    (unjudged_at.num_rel_ret > 0)::integer::double as lower_bound,
    (unjudged_at.num_rel_ret + unjudged_at.num_unjudged > 0)::integer::double as upper_bound,
from metrics.unjudged_at(k, variant, min_relevance, tie_rule) as unjudged_at;
