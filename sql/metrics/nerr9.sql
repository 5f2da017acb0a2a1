-- NERR9: nearly expected reciprocal rank, equation 9: gain and rank stop the user, at the latest at the depth.
--
-- source: Azzopardi, Mackenzie and Moffat, ICTIR 2021; cwl_eval, as ir_measures calls it
-- grain: collection, run_id, query_id, measure
-- params:
--   k: depth
-- columns:
--   measure: 'nerr9'
--   value: from 0 to 1
-- needs: runs
-- caveats: as metrics.cwl
-- example: select * from metrics.nerr9(max_rel := 3) where run_id = 'p_bm25'
create or replace macro metrics.nerr9(
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
    'nerr9' as measure,
    cwl.value,
from metrics.cwl(
    'nerr9', max_rel, min_rel, k := k, variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
) as cwl;
