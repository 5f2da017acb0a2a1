-- Retrieved relevant items with the numbers of relevant, non-relevant and unjudged items above each: the input of average
-- precision and related measures.
--
-- source: trec_eval m_map.c, m_bpref.c, m_infap.c
-- grain: collection, run_id, query_id, rank
-- columns:
--   answer_id
--   rank: position of the relevant item
--   num_rel_so_far: relevant items at this rank and above
--   num_nonrel_so_far: items above the relevant item that are judged not relevant
--   num_unjudged_so_far: items above the relevant item with a negative grade, which means pooled but not judged
-- needs: runs
-- example: select * from metrics.relevant_hits() where run_id = 'p_bm25' and query_id = '2082'
create or replace macro metrics.relevant_hits(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with counted as (
    select
        hits.collection,
        hits.run_id,
        hits.query_id,
        hits.answer_id,
        hits.rank,
        hits.is_relevant,
        count(*) filter (where hits.is_relevant) over above as num_rel_so_far,
        count(*) filter (where not hits.is_relevant and hits.relevance >= 0) over above as num_nonrel_so_far,
        count(*) filter (where hits.relevance < 0) over above as num_unjudged_so_far,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
    window above as (
        partition by hits.answer_id
        order by hits.rank
        rows between unbounded preceding and current row
    )
)

select
    counted.collection,
    counted.run_id,
    counted.query_id,
    counted.answer_id,
    counted.rank,
    counted.num_rel_so_far,
    counted.num_nonrel_so_far,
    counted.num_unjudged_so_far,
from counted
where counted.is_relevant;
