-- Atomized search length of the first relevant items: with one item an alternative to reciprocal rank, with ten to P@20.
--
-- source: Atomized Search Length, section 3.1, equation 5, which calls it ASL@g1 and ASL@g1-10; missing items by dltrack
-- grain: collection, run_id, query_id, measure
-- params:
--   items: number of relevant items, or a list of numbers
--   depth: items of the run that are used; null for the collection's depth (metrics.reading_depth)
-- columns:
--   measure: 'asl_g' and the number of items
--   value: from 1, which is perfect, to the depth; lower is better
-- measures:
--   asl_g: position 73; direction lower; parameter items; defaults [1, 10]; groups dltrack; level matters; ir_measures
--     ASL(rel=none, depth=none, judged_only=false)@items
-- needs: runs
-- caveats: items that the run does not return come last and cost the same as in metrics.asl; a topic with fewer relevant
--   items uses all of them. A topic without relevant items has no value. The paper treats grade 1 as relevant, for passages
--   too: use `ASL(rel=1)@g1-10`, or min_relevance := 1, if the collection's level is 2
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
