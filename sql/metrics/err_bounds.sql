-- The lowest and highest expected reciprocal rank that a run could have if all its unjudged items were judged.
--
-- source: Moffat and Zobel, TOIS 27(1), 2008, section 3; Lu, Moffat and Culpepper, IRJ 19(4), 2016; a higher grade at any rank
--   raises ERR, because the ranks below contribute less than 1 / rank in total
-- grain: collection, run_id, query_id, measure
-- params:
--   max_grade: highest grade of the scale, as in metrics.err
-- columns:
--   measure: 'err_cut_' and the cut-off
--   lower_bound: the score itself; tight
--   upper_bound: the score if every unjudged item has the highest grade; tight
-- needs: runs
-- caveats: same assumptions as metrics.bounds; the highest grade is that of metrics.largest_gains
-- example: select * from metrics.err_bounds(20) where run_id = 'p_bm25'
create or replace macro metrics.err_bounds(
    k, max_grade := 4, variant := null, min_relevance := null, tie_rule := null
) as table
select
    err.collection,
    err.run_id,
    err.query_id,
    err.measure,
    err.value as lower_bound,
    coalesce(err_totals.total, 0) as upper_bound,
from metrics.err(k, max_grade, variant, min_relevance, tie_rule) as err
inner join metrics.answers(variant, min_relevance) as answers
    on err.collection = answers.collection
    and err.run_id = answers.run_id
    and err.query_id = answers.query_id
left join metrics.err_totals(
    k, max_grade, variant, min_relevance, tie_rule, with_unjudged := true
) as err_totals
    on answers.answer_id = err_totals.answer_id
    and err.measure = 'err_cut_' || err_totals.cutoff;
