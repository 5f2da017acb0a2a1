-- The retrieved items with a nonzero gain, with the sum of the run's gains down to each item.
--
-- source: trec_eval m_ndcg_rel.c, m_G.c
-- grain: collection, run_id, query_id, rank
-- columns:
--   answer_id
--   rank: position of the item
--   gain: gain of the item
--   gain_so_far: sum of the gains at this rank and above
--   dcg_so_far: gain_so_far with each gain weighted by metrics.discount
-- needs: runs
-- example: select * from metrics.gain_hits() where run_id = 'p_bm25' and query_id = '2082'
create or replace macro metrics.gain_hits(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
select
    hits.collection,
    hits.run_id,
    hits.query_id,
    hits.answer_id,
    hits.rank,
    hits.gain,
    sum(hits.gain) over above as gain_so_far,
    sum(hits.gain * metrics.discount(hits.rank)) over above as dcg_so_far,
from metrics.hits(variant, min_relevance, tie_rule, judged_only, gains) as hits
where hits.gain != 0
window above as (
    partition by hits.answer_id
    order by hits.rank
    rows between unbounded preceding and current row
);
