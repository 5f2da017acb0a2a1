-- Search length of every run at its collection's own level of relevance.
--
-- source: Atomized Search Length, section 3.1; search_length.run_lengths without parameters
-- grain: collection, run_id
-- columns:
--   collection: judged task
--   run_id: run
--   asl: mean search length over all relevant items; 1 is perfect
--   asl_g1: mean search length of the first relevant item
--   asl_g10: mean search length of the first ten relevant items
--   map: mean average precision over the same topics
--   num_q: topics counted
--   topics_missing: judged topics the run leaves out
--   items_below_optimum: relevant items with search length 0
-- needs: runs
-- caveats: the paper counts grade 1 as relevant for passages, too: search_length.run_lengths(min_relevance := 1)
-- example: from search_length.run_scores where collection = 'trec2021-passages' order by asl limit 10
create or replace view search_length.run_scores as
select
    collection,
    run_id,
    asl,
    asl_g1,
    asl_g10,
    map,
    num_q,
    topics_missing,
    items_below_optimum,
from search_length.run_lengths();
