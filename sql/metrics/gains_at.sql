-- Gain and discounted gain within each cut-off, of the run and of the best possible ranking: what nDCG and NCG are made of.
--
-- source: trec_eval m_ndcg_cut.c; NCG@k as in TREC 2019 Deep Learning overview, section 5
-- grain: collection, run_id, query_id, cutoff
-- params:
--   k: cut-off or list of cut-offs
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs, see metrics.hits; null for the stored one
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   cutoff: depth
--   gain: sum of the gains at ranks up to the depth
--   dcg: the same, each gain weighted by metrics.discount
--   ideal_gain: gain when all judged items are ordered by gain
--   ideal_dcg: dcg when all judged items are ordered by gain
-- example: select * from metrics.gains_at(10) where run_id = 'p_bm25'
create or replace macro metrics.gains_at(
    k, variant := null, min_relevance := null, tie_rule := null
) as table
with depths as (
    select unnest(metrics.cutoffs(k)) as cutoff,
),

gained as (
    select
        hits.collection,
        hits.run_id,
        hits.query_id,
        depths.cutoff,
        sum(hits.gain) as gain,
        sum(hits.gain * metrics.discount(hits.rank)) as dcg,
    from metrics.hits(variant, min_relevance, tie_rule) as hits
    inner join depths on hits.rank <= depths.cutoff
    group by hits.collection, hits.run_id, hits.query_id, depths.cutoff
),

best_order as (
    select
        judgments.collection,
        judgments.query_id,
        judgments.gain,
        row_number() over (
            partition by judgments.collection, judgments.query_id order by judgments.gain desc
        ) as rank,
    from metrics.judgments(variant, min_relevance) as judgments
),

best as (
    select
        best_order.collection,
        best_order.query_id,
        depths.cutoff,
        sum(best_order.gain) as ideal_gain,
        sum(best_order.gain * metrics.discount(best_order.rank)) as ideal_dcg,
    from best_order
    inner join depths on best_order.rank <= depths.cutoff
    group by best_order.collection, best_order.query_id, depths.cutoff
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    best.cutoff,
    coalesce(gained.gain, 0) as gain,
    coalesce(gained.dcg, 0) as dcg,
    best.ideal_gain,
    best.ideal_dcg,
from metrics.answers(variant, min_relevance) as answers
inner join best
    on answers.collection = best.collection
    and answers.query_id = best.query_id
left join gained
    on answers.collection = gained.collection
    and answers.run_id = gained.run_id
    and answers.query_id = gained.query_id
    and best.cutoff = gained.cutoff;
