-- Atomized search length: the number of items that a user reads to reach a relevant item, averaged over the relevant items.
-- Other relevant items on the way are not counted.
--
-- source: Atomized Search Length, section 3.1, equations 1 to 4; treatment of missing items by dltrack
-- grain: collection, run_id, query_id, measure
-- params:
--   depth: number of items used from the top of each run; null for the depth of the collection (metrics.reading_depth)
-- columns:
--   measure: 'asl'
--   value: from 1 (perfect) to the depth; lower is better; no row for a topic without relevant items
-- measures:
--   asl: position 72; direction lower; groups dltrack; uses min_relevance; ir_measures ASL(rel=none, depth=none,
--     judged_only=false)
-- needs: runs
-- caveats: Every run is cut at the depth, or padded to the depth with irrelevant items, so returning fewer items is never an
--   advantage. The search length of a relevant item that the run does not return is the depth minus the number of relevant
--   items that the run returns. For runs that reach the depth, the value equals the paper's; the schema search_length computes
--   the paper's value for all runs (is_padded := false). Unjudged items are treated as irrelevant. The paper treats grade 1 as
--   relevant, also for passages: if the collection's relevance level is 2, use `ASL(rel=1)` or min_relevance := 1
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
