-- The lowest and highest reciprocal rank that a run could have if all its unjudged items were judged.
--
-- source: Moffat and Zobel, TOIS 27(1), 2008, section 3; Lu, Moffat and Culpepper, IRJ 19(4), 2016
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'recip_rank', or 'recip_rank_cut_' and the cut-off
--   lower_bound: the score itself, because another relevant item never lowers the score; tight
--   upper_bound: 1 over the first rank with a relevant or unjudged item; tight
-- needs: runs
-- caveats: same assumptions as metrics.bounds
-- example: select * from metrics.recip_rank_bounds(10) where run_id = 'p_bm25'
create or replace macro metrics.recip_rank_bounds(k, variant := null, min_relevance := null, tie_rule := null) as table
with depths as (
    select
        'recip_rank_cut_' || cutoffs.cutoff as measure,
        cutoffs.cutoff,
    from (select unnest(metrics.cutoffs(k)) as cutoff) as cutoffs
    union all
    select 'recip_rank' as measure, null as cutoff,
),

firsts as (
    select
        open_places.answer_id,
        min(open_places.rank) filter (where open_places.is_relevant) as first_relevant,
        min(open_places.rank) as first_open,
    from metrics.open_places(variant, min_relevance, tie_rule) as open_places
    where open_places.is_relevant or open_places.is_unjudged
    group by open_places.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    depths.measure,
    case
        when firsts.first_relevant <= coalesce(depths.cutoff, firsts.first_relevant)
            then 1.0::double / firsts.first_relevant
        else 0
    end as lower_bound,
    case
        when firsts.first_open <= coalesce(depths.cutoff, firsts.first_open) then 1.0::double / firsts.first_open
        else 0
    end as upper_bound,
from metrics.answers(variant, min_relevance) as answers
cross join depths
left join firsts on answers.answer_id = firsts.answer_id;
