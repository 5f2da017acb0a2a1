-- Square of the reciprocal rank of the first relevant item.
--
-- source: own
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'example'
--   value: 1 / rank squared; 0 when no relevant item is retrieved
-- measures:
--   example: groups dltrack; uses min_relevance
-- needs: runs
-- example: select query_id, value from metrics.example() where run_id = 'p_bm25'
create or replace macro metrics.example(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    first_relevant.collection,
    first_relevant.run_id,
    first_relevant.query_id,
    'example' as measure,
    coalesce(1.0::double / (first_relevant.rank * first_relevant.rank), 0) as value,
from metrics.first_relevant(variant, min_relevance, tie_rule, judged_only) as first_relevant;
