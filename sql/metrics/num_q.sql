-- 1 for each judged topic: the sum over the topics is the number of topics in a run's scores.
--
-- source: trec_eval num_q (m_num_q.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'num_q'
--   value: 1
-- measures:
--   runid: position 1; direction none; macro none; summary none; format text; groups official, set, all_trec; trec_eval 9
--   num_q: position 2; direction none; summary sum; format count; groups official, set, all_trec; trec_eval 9; ir_measures NumQ
-- needs: runs
-- caveats: includes topics without results in the run, as trec_eval -c does
-- example: select query_id, value from metrics.num_q() where run_id = 'p_bm25'
create or replace macro metrics.num_q(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'num_q' as measure,
    1.0::double as value,
from metrics.answers(variant, min_relevance, judged_only) as answers;
