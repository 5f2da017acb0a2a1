-- SDCG: discounted gain over the discounts of all places to the depth, as if all could be filled.
--
-- source: Moffat et al., TOIS 35(3), 2017; cwl_eval, as ir_measures calls it
-- grain: collection, run_id, query_id, measure
-- params:
--   k: depth
-- columns:
--   measure: 'sdcg'
--   value: from 0 to 1
-- needs: runs
-- caveats: as metrics.cwl
-- example: select * from metrics.sdcg(max_rel := 3) where run_id = 'p_bm25'
create or replace macro metrics.sdcg(
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
    'sdcg' as measure,
    cwl.value,
from metrics.cwl(
    'sdcg', max_rel, min_rel, k := k, variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
) as cwl;
