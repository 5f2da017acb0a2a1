-- Expected reciprocal rank: a user goes down the list until an item satisfies, better grades satisfying more often.
--
-- source: Chapelle et al., CIKM 2009; gdeval.pl of the TREC Web track (ERR@k)
-- grain: collection, run_id, query_id, measure
-- params:
--   k: cut-off or list of cut-offs
--   max_grade: largest grade of the scale; gdeval fixes it at 4, the Deep Learning track has 3
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'err_cut_' and the cut-off
--   value: from 0 to 1
-- caveats: grades above max_grade give probabilities above 1
-- example: select query_id, value from metrics.err(20, max_grade := 3) where run_id = 'p_bm25'
create or replace macro metrics.err(
    k, max_grade := 4, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with depths as (
    select unnest(metrics.cutoffs(k)) as cutoff,
),

satisfying as (
    select
        hits.answer_id,
        hits.rank,
        (2.0::double ** greatest(hits.relevance, 0) - 1) / 2.0::double ** max_grade as probability,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
    where hits.relevance > 0
),

reached as (
    select
        satisfying.answer_id,
        satisfying.rank,
        satisfying.probability,
        coalesce(product(1 - satisfying.probability) over above, 1) as probability_reached,
    from satisfying
    window above as (
        partition by satisfying.answer_id
        order by satisfying.rank
        rows between unbounded preceding and 1 preceding
    )
),

summed as (
    select
        reached.answer_id,
        depths.cutoff,
        sum(reached.probability * reached.probability_reached / reached.rank) as total,
    from reached
    inner join depths on reached.rank <= depths.cutoff
    group by reached.answer_id, depths.cutoff
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'err_cut_' || depths.cutoff as measure,
    coalesce(summed.total, 0) as value,
from metrics.answers(variant, min_relevance, judged_only) as answers
cross join depths
left join summed
    on answers.answer_id = summed.answer_id
    and depths.cutoff = summed.cutoff;
