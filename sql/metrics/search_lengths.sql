-- The number of items that a user reads to reach each relevant item of a run, not counting other relevant items: the input of
-- atomized search length.
--
-- source: Atomized Search Length, section 3.1, equations 1 to 3
-- grain: collection, run_id, query_id
-- params:
--   depth: number of items used from the top of each run; null for the depth of the collection (metrics.reading_depth)
-- columns:
--   num_rel: relevant items; topics without relevant items have no row
--   run_depth: depth at which the run is cut, or to which it is padded with irrelevant items
--   lengths: search lengths of the relevant items returned up to the depth, in order of rank
-- needs: runs
-- example: from metrics.search_lengths() where run_id = 'p_bm25' and query_id = '2082'
create or replace macro metrics.search_lengths(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, depth := null
) as table
with found as (
    select
        relevant_hits.answer_id,
        list(relevant_hits.rank - relevant_hits.num_rel_so_far + 1 order by relevant_hits.rank) as lengths,
    from metrics.relevant_hits(variant, min_relevance, tie_rule, judged_only) as relevant_hits
    inner join main.collections as collections on relevant_hits.collection = collections.collection
    where relevant_hits.rank <= metrics.reading_depth(coalesce(depth, collections.run_depth))
    group by relevant_hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    answers.num_rel,
    metrics.reading_depth(coalesce(depth, collections.run_depth)) as run_depth,
    coalesce(found.lengths, []) as lengths,
from metrics.answers(variant, min_relevance, judged_only) as answers
inner join main.collections as collections on answers.collection = collections.collection
left join found on answers.answer_id = found.answer_id
where answers.num_rel > 0;
