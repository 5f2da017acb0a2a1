-- Atomized search length, averaged over the first relevant items only. With 1 item, it is an alternative to reciprocal rank;
-- with 10 items, to P@20.
--
-- source: Atomized Search Length, section 3.1, equation 5 (ASL@g1 and ASL@g1-10); treatment of missing items by dltrack
-- grain: collection, run_id, query_id, measure
-- params:
--   items: number of relevant items that are used, or a list of such numbers
--   depth: number of items used from the top of each run; null for the depth of the collection (metrics.reading_depth)
-- columns:
--   measure: 'asl_g' and the number of items
--   value: from 1 (perfect) to the depth; lower is better; no row for a topic without relevant items
-- measures:
--   asl_g: position 73; direction lower; parameter items; defaults [1, 10]; groups dltrack; uses min_relevance;
--     ir_measures ASL(rel=none, depth=none, judged_only=false)@items
-- needs: runs
-- caveats: Relevant items that the run does not return come last, with the same search length as in metrics.asl. If a topic
--   has fewer relevant items than requested, all are used. Unjudged items are treated as irrelevant. The paper treats grade 1
--   as relevant, also for passages: if the collection's relevance level is 2, use `ASL(rel=1)@g1-10` or min_relevance := 1
-- example: select query_id, value from metrics.asl_g(10) where run_id = 'p_bm25' order by value desc
create or replace macro metrics.asl_g(
    items, variant := null, min_relevance := null, tie_rule := null, judged_only := false, depth := null
) as table
select
    read.collection,
    read.run_id,
    read.query_id,
    'asl_g' || firsts.num_items as measure,
    (
        coalesce(list_sum(read.lengths[:firsts.num_items]), 0)
        + greatest(least(firsts.num_items, read.num_rel) - len(read.lengths), 0) * (read.run_depth - len(read.lengths))
    )
    / least(firsts.num_items, read.num_rel) as value,
from metrics.search_lengths(variant, min_relevance, tie_rule, judged_only, depth) as read
cross join (select unnest(metrics.cutoffs(items)) as num_items) as firsts;
