-- Utility: a weighted sum of the numbers of items in four classes: retrieved or not retrieved, relevant or not relevant.
--
-- source: trec_eval utility (m_utility.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   a: weight of a retrieved relevant item
--   b: weight of a retrieved item that is not relevant
--   c: weight of a relevant item that is not retrieved
--   d: weight of an item that is neither retrieved nor relevant
--   num_docs: items in the corpus (trec_eval -N), needed if d is not 0
-- columns:
--   measure: 'utility'
--   value: the weighted sum; 0 for a topic without results in the run, as with trec_eval -c
-- measures:
--   utility: position 18; parameter coefficients; defaults [1, -1, 0, 0]; groups set, all_trec; trec_eval 9; uses
--     min_relevance
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select * from metrics.utility() where run_id = 'p_bm25'
create or replace macro metrics.utility(
    a := 1, b := -1, c := 0, d := 0, num_docs := 0, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    retrieved.collection,
    retrieved.run_id,
    retrieved.query_id,
    'utility' as measure,
    case
        when not retrieved.is_answered then 0
        else
            a * retrieved.num_rel_ret
            + b * (retrieved.num_ret - retrieved.num_rel_ret)
            + c * (retrieved.num_rel - retrieved.num_rel_ret)
            + d * (num_docs + retrieved.num_rel_ret - retrieved.num_ret - retrieved.num_rel)
    end::double as value,
from metrics.retrieved(variant, min_relevance, tie_rule, judged_only) as retrieved;
