-- NERR10: nearly expected reciprocal rank, equation 10: a user whom gain stops, with persistence p.
--
-- source: Azzopardi, Mackenzie and Moffat, ICTIR 2021; cwl_eval, as ir_measures calls it
-- grain: collection, run_id, query_id, measure
-- params:
--   p: persistence, from 0 to 1
-- columns:
--   measure: 'nerr10'
--   value: from 0 to 1
-- needs: runs
-- caveats: as metrics.cwl
-- example: select * from metrics.nerr10(max_rel := 3) where run_id = 'p_bm25'
create or replace macro metrics.nerr10(
    p := 0.9::double,
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
    'nerr10' as measure,
    cwl.value,
from metrics.cwl(
    'nerr10', max_rel, min_rel, p := p, variant := variant, min_relevance := min_relevance, tie_rule := tie_rule, judged_only := judged_only
) as cwl;
