-- The lowest and highest rank-biased precision with binary relevance that a run could have if all its unjudged items were
-- judged.
--
-- source: Moffat and Zobel, TOIS 27(1), 2008, section 3: the score and its residual
-- grain: collection, run_id, query_id, measure
-- params:
--   p: probability of looking at the next item, from 0 to 1
--   k: depth; null to use all items
-- columns:
--   measure: 'rbp_binary'
--   lower_bound: the score itself; tight
--   upper_bound: the score if every unjudged item is relevant; tight
-- needs: runs
-- caveats: same assumptions as metrics.bounds; unlike in metrics.rbp_bounds, no items are assumed after the end of a run
-- example: select * from metrics.rbp_binary_bounds(p := 0.8) where run_id = 'p_bm25'
create or replace macro metrics.rbp_binary_bounds(
    p := 0.8::double, variant := null, min_relevance := null, tie_rule := null, k := null
) as table
with possible as (
    select
        open_places.answer_id,
        sum(p::double ** (open_places.rank - 1)) filter (where open_places.is_relevant) as known,
        sum(p::double ** (open_places.rank - 1)) as total,
    from metrics.open_places(variant, min_relevance, tie_rule) as open_places
    where (open_places.is_relevant or open_places.is_unjudged) and open_places.rank <= coalesce(k, open_places.rank)
    group by open_places.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'rbp_binary' as measure,
    coalesce((1 - p::double) * possible.known, 0) as lower_bound,
    coalesce((1 - p::double) * possible.total, 0) as upper_bound,
from metrics.answers(variant, min_relevance) as answers
left join possible on answers.answer_id = possible.answer_id;
