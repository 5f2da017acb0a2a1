-- Gain and discounted gain of the run and of the ideal order, within each cut-off: the input of nDCG and NCG.
--
-- source: trec_eval m_ndcg_cut.c; NCG@k as in the TREC 2019 Deep Learning overview, section 5
-- grain: collection, run_id, query_id, cutoff
-- columns:
--   gain: sum of the gains at ranks up to the cut-off
--   dcg: sum of the gains at ranks up to the cut-off, each weighted by metrics.discount
--   ideal_gain: gain of the ideal order up to the cut-off
--   ideal_dcg: dcg of the ideal order up to the cut-off
-- needs: runs
-- example: select * from metrics.gains_at(10) where run_id = 'p_bm25'
create or replace macro metrics.gains_at(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
with depths as (
    select unnest(metrics.cutoffs(k)) as cutoff,
),

gained as (
    select
        hits.answer_id,
        depths.cutoff,
        sum(hits.gain) as gain,
        sum(hits.gain * metrics.discount(hits.rank)) as dcg,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only, gains) as hits
    inner join depths on hits.rank <= depths.cutoff
    group by hits.answer_id, depths.cutoff
),

best as (
    select
        ideal_order.collection,
        ideal_order.query_id,
        depths.cutoff,
        sum(ideal_order.gain) as ideal_gain,
        sum(ideal_order.gain * metrics.discount(ideal_order.rank)) as ideal_dcg,
    from metrics.ideal_order(variant, min_relevance, gains) as ideal_order
    inner join depths on ideal_order.rank <= depths.cutoff
    group by ideal_order.collection, ideal_order.query_id, depths.cutoff
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    depths.cutoff,
    coalesce(gained.gain, 0) as gain,
    coalesce(gained.dcg, 0) as dcg,
    coalesce(best.ideal_gain, 0) as ideal_gain,
    coalesce(best.ideal_dcg, 0) as ideal_dcg,
from metrics.answers(variant, min_relevance, judged_only) as answers
cross join depths
left join best
    on answers.collection = best.collection
    and answers.query_id = best.query_id
    and depths.cutoff = best.cutoff
left join gained on answers.answer_id = gained.answer_id
    and depths.cutoff = gained.cutoff;
