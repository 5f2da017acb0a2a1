-- INSQ: the rate of gain of a user who wants a certain gain, whatever was found.
--
-- source: Moffat, Scholer and Thomas, ADCS 2012; cwl_eval, as ir_measures calls it
-- grain: collection, run_id, query_id, measure
-- params:
--   goal: gain that the user wants (T)
-- columns:
--   measure: 'insq'
--   value: from 0 to 1
-- needs: runs
-- caveats: as metrics.cwl
-- example: select * from metrics.insq(max_rel := 3) where run_id = 'p_bm25'
create or replace macro metrics.insq(
    goal := 1,
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
    'insq' as measure,
    cwl.value,
from metrics.cwl(
    'insq', max_rel, min_rel, goal := goal, variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
) as cwl;
