-- The retrieved pooled items down to rank 1000, with the stratum of each item and the numbers of items of the stratum so far.
--
-- source: NIST's sample_eval.pl, which uses 1,000 items
-- grain: collection, run_id, query_id, rank
-- columns:
--   answer_id
--   stratum: as in metrics.strata
--   rank: position from 1 among all retrieved items; if judged_only is set, among judged items only
--   relevance
--   gain: gain in graded measures
--   is_relevant: whether binary measures treat the item as relevant
--   num_items: items of the stratum at this rank and above
--   num_judged: judged items of the stratum at this rank and above
--   num_rel: relevant items of the stratum at this rank and above
-- needs: runs
-- example: select * from metrics.stratum_hits() where run_id = 'p_bm25' and query_id = '2082'
create or replace macro metrics.stratum_hits(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    hits.collection,
    hits.run_id,
    hits.query_id,
    hits.answer_id,
    coalesce(qrels.stratum, '') as stratum,
    hits.rank,
    hits.relevance,
    hits.gain,
    hits.is_relevant,
    count(*) over so_far as num_items,
    count(*) filter (where hits.relevance >= 0) over so_far as num_judged,
    count(*) filter (where hits.is_relevant) over so_far as num_rel,
from metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
inner join main.collections as collections on hits.collection = collections.collection
inner join labels.counted as qrels
    on hits.collection = qrels.collection
    and qrels.variant = coalesce(variant, collections.qrels_variant)
    and hits.query_id = qrels.query_id
    and hits.doc_id = qrels.doc_id
where hits.rank <= 1000
window so_far as (
    partition by hits.answer_id, coalesce(qrels.stratum, '')
    order by hits.rank
    rows between unbounded preceding and current row
);
