-- NERR11: nearly expected reciprocal rank, equation 11: gain stops the user, who wants a certain gain.
--
-- source: Azzopardi, Mackenzie and Moffat, ICTIR 2021; cwl_eval, as ir_measures calls it
-- grain: collection, run_id, query_id, measure
-- params:
--   goal: gain that the user wants (T)
-- columns:
--   measure: 'nerr11'
--   value: from 0 to 1
-- needs: runs
-- caveats: as metrics.cwl
-- example: select * from metrics.nerr11(max_rel := 3) where run_id = 'p_bm25'
create or replace macro metrics.nerr11(
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
    'nerr11' as measure,
    cwl.value,
from metrics.cwl(
    'nerr11', max_rel, min_rel, goal := goal, variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
) as cwl;
