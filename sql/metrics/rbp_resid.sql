-- Residual of rank-biased precision: how much the score would rise if all unjudged items, retrieved or not, had the largest
-- gain.
--
-- source: trec_eval 10 rbp_resid (m_rbp_resid.c); Moffat and Zobel, TOIS 27(1), 2008
-- grain: collection, run_id, query_id, measure
-- params:
--   p: probability of looking at the next item, from 0 to 1
-- columns:
--   measure: 'rbp_resid'
--   value: from 0 to 1; 0 if every retrieved item is judged, as in trec_eval
-- measures:
--   rbp_resid: position 39; direction none; parameter p; defaults [0.9]; groups all_trec; trec_eval 10
-- needs: runs
-- caveats: min_relevance has no effect
-- example: select * from metrics.rbp_resid() where run_id = 'p_bm25'
create or replace macro metrics.rbp_resid(
    p := 0.9::double, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with judged as (
    select
        hits.answer_id,
        sum(p ** (hits.rank - 1)) as weight,
        count(*) as num_judged_ret,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
    where hits.relevance >= 0
    group by hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'rbp_resid' as measure,
    case
        when answers.num_ret = coalesce(judged.num_judged_ret, 0) then 0
        else 1 - (1 - p) * coalesce(judged.weight, 0)
    end::double as value,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join judged on answers.answer_id = judged.answer_id;
