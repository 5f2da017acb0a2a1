-- BPM: the rate of gain of a user who stops with a certain gain or at a depth, whichever comes first (static).
--
-- source: Zhang et al., SIGIR 2017; cwl_eval, as ir_measures calls it
-- grain: collection, run_id, query_id, measure
-- params:
--   goal: gain that the user wants (T)
--   k: depth
-- columns:
--   measure: 'bpm'
--   value: from 0 to 1
-- needs: runs
-- caveats: as metrics.cwl
-- example: select * from metrics.bpm(max_rel := 3) where run_id = 'p_bm25'
create or replace macro metrics.bpm(
    goal := 1,
    k := 10,
    max_rel := null,
    min_rel := 0,
    variant := null,
    min_relevance := null,
    tie_rule := null,
    judged_only := false
) as table
select
    cwl.collection,
    cwl.run_id,
    cwl.query_id,
    'bpm' as measure,
    cwl.value,
from metrics.cwl(
    'bpm', max_rel, min_rel, goal := goal, k := k, variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
) as cwl;
