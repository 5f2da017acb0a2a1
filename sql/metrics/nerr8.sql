-- NERR8: nearly expected reciprocal rank, equation 8: a user whom gain stops, at the latest at the depth.
--
-- source: Azzopardi, Mackenzie and Moffat, ICTIR 2021; cwl_eval, as ir_measures calls it
-- grain: collection, run_id, query_id, measure
-- params:
--   k: depth
-- columns:
--   measure: 'nerr8'
--   value: from 0 to 1
-- needs: runs
-- caveats: as metrics.cwl
-- example: select * from metrics.nerr8(max_rel := 3) where run_id = 'p_bm25'
create or replace macro metrics.nerr8(
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
    'nerr8' as measure,
    cwl.value,
from metrics.cwl(
    'nerr8', max_rel, min_rel, k := k, variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
) as cwl;
