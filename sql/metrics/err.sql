-- Expected reciprocal rank: the expected 1 / rank of the item that satisfies a user who reads down the list. Items with higher
-- grades are likelier to satisfy the user.
--
-- source: Chapelle et al., CIKM 2009; gdeval.pl of the TREC Web track (ERR@k)
-- grain: collection, run_id, query_id, measure
-- params:
--   max_grade: highest grade of the scale; gdeval always uses 4, the Deep Learning track has 3
-- columns:
--   measure: 'err_cut_' and the cut-off
--   value: from 0 to 1
-- measures:
--   err_cut: position 44; parameter cutoffs; defaults [20]; groups dltrack; ir_measures
--     ERR(max_grade=4, judged_only=false)@cutoff
-- needs: runs
-- caveats: grades above max_grade yield probabilities above 1, so commands and dl.evaluate reject such labels, and a query
--   must set max_grade;
--   unjudged items are treated as grade 0; min_relevance has no effect
-- example: select query_id, value from metrics.err(20, max_grade := 3) where run_id = 'p_bm25'
create or replace macro metrics.err(
    k, max_grade := 4, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'err_cut_' || depths.cutoff as measure,
    coalesce(err_totals.total, 0) as value,
from metrics.answers(variant, min_relevance, judged_only) as answers
cross join (select unnest(metrics.cutoffs(k)) as cutoff) as depths
left join metrics.err_totals(k, max_grade, variant, min_relevance, tie_rule, judged_only) as err_totals
    on answers.answer_id = err_totals.answer_id
    and depths.cutoff = err_totals.cutoff;
