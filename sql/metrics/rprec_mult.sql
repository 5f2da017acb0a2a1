-- Precision at multiples of R, the number of relevant items of the topic.
--
-- source: trec_eval Rprec_mult (m_Rprec_mult.c), which converts a multiple to a depth by adding 0.9 and truncating
-- grain: collection, run_id, query_id, measure
-- params:
--   multiple: list of multiples of R, as doubles
-- columns:
--   measure: 'Rprec_mult_' and the multiple with two decimals
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   Rprec_mult: position 17; parameter levels; defaults [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2]; groups
--     all_trec; trec_eval 9; uses min_relevance
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select * from metrics.rprec_mult([0.5, 1, 2]) where run_id = 'p_bm25'
create or replace macro metrics.rprec_mult(
    multiple, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with multiples as (
    select unnest(cast(multiple as double[])) as multiple,
),

depths as (
    select
        answers.collection,
        answers.run_id,
        answers.query_id,
        answers.answer_id,
        multiples.multiple,
        floor(multiples.multiple * answers.num_rel + 0.9::double) as depth,
    from metrics.answers(variant, min_relevance, judged_only) as answers
    cross join multiples
),

counted as (
    select
        depths.answer_id,
        depths.multiple,
        count(*) as num_rel_ret,
    from depths
    inner join metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
        on depths.answer_id = hits.answer_id
        and depths.depth >= hits.rank
    where hits.is_relevant
    group by depths.answer_id, depths.multiple
)

select
    depths.collection,
    depths.run_id,
    depths.query_id,
    format('Rprec_mult_{:.2f}', depths.multiple) as measure,
    coalesce(counted.num_rel_ret / nullif(depths.depth, 0), 0) as value,
from depths
left join counted
    on depths.answer_id = counted.answer_id
    and depths.multiple = counted.multiple;
