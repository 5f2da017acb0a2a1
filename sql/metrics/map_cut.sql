-- AP@k: the sum of the precisions at the ranks of the relevant items among the first k, divided by the number of all relevant
-- items of the topic.
--
-- source: trec_eval map_cut (m_map_cut.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'map_cut_' and the cut-off
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   map_cut: position 28; parameter cutoffs; defaults metrics.default_cutoffs(); groups all_trec; trec_eval 9; uses
--     min_relevance; ir_measures AP|MAP(rel=1, judged_only=false)@cutoff
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.map_cut(100) where run_id = 'p_bm25'
create or replace macro metrics.map_cut(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with depths as (
    select unnest(metrics.cutoffs(k)) as cutoff,
),

summed as (
    select
        relevant_hits.answer_id,
        depths.cutoff,
        sum(relevant_hits.num_rel_so_far / relevant_hits.rank) as total,
    from metrics.relevant_hits(variant, min_relevance, tie_rule, judged_only) as relevant_hits
    inner join depths on relevant_hits.rank <= depths.cutoff
    group by relevant_hits.answer_id, depths.cutoff
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'map_cut_' || depths.cutoff as measure,
    coalesce(summed.total / nullif(answers.num_rel, 0), 0) as value,
from metrics.answers(variant, min_relevance, judged_only) as answers
cross join depths
left join summed
    on answers.answer_id = summed.answer_id
    and depths.cutoff = summed.cutoff;
