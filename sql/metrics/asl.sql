-- Atomized search length: how far a searcher reads on average to reach a relevant item, ignoring the other relevant items.
--
-- source: Atomized Search Length, section 3.1, equations 1 to 4; missing items by dltrack
-- grain: collection, run_id, query_id, measure
-- params:
--   depth: items of the run that are used; null for the collection's depth (metrics.reading_depth)
-- columns:
--   measure: 'asl'
--   value: from 1, which is perfect, to the depth; lower is better
-- measures:
--   asl: position 72; direction lower; groups dltrack; level matters; ir_measures ASL(rel=none, depth=none, judged_only=false)
-- needs: runs
-- caveats: Every run is cut at the same depth and padded to it with irrelevant items, so returning fewer items is never an
--   advantage: an item that the run does not return costs the depth minus the number of relevant items that it returns. The
--   value equals the paper's if lists are full; the schema search_length computes the paper's value for any list (is_padded :=
--   false). A topic without relevant items has no value; unjudged items are treated as irrelevant. The paper treats grade 1 as
--   relevant, for passages too: use `ASL(rel=1)`, or min_relevance := 1, if the collection's level is 2
-- example: select query_id, value from metrics.asl() where run_id = 'p_bm25' order by value desc
create or replace macro metrics.asl(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, depth := null
) as table
select
    read.collection,
    read.run_id,
    read.query_id,
    'asl' as measure,
    (coalesce(list_sum(read.lengths), 0) + (read.num_rel - len(read.lengths)) * (read.run_depth - len(read.lengths)))
    / read.num_rel as value,
from metrics.search_lengths(variant, min_relevance, tie_rule, judged_only, depth) as read;
