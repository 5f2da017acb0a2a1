-- How far measures of the first k items could rise if the unjudged items among them were judged relevant: the score
-- and its upper bound.
--
-- source: Moffat and Zobel, TOIS 27(1), 2008 (residual of a measure)
-- grain: collection, run_id, query_id, measure
-- params:
--   k: cut-off or list of cut-offs
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'P_', 'recall_', 'success_' or 'ndcg_cut_' and the cut-off
--   value: the score, in which unjudged items count as not relevant
--   upper_bound: no judgment of the unjudged items among the first k can bring the score above it
-- caveats: the bound of ndcg_cut holds, but is not tight, for new relevant items would also raise the ideal; it takes
--   the largest grade of the topic as the largest possible; rbp has its own, metrics.rbp_resid
-- example: select * from metrics.bounds(10) where run_id = 'p_bm25'
create or replace macro metrics.bounds(k, variant := null, min_relevance := null, tie_rule := null) as table
with largest as (
    select
        judgments.collection,
        judgments.query_id,
        max(judgments.gain) as gain,
    from metrics.judgments(variant, min_relevance) as judgments
    group by judgments.collection, judgments.query_id
),

depths as (
    select unnest(metrics.cutoffs(k)) as cutoff,
),

-- what the unjudged items could add to dcg: the discounts of all ranks less those of the judged items
judged_discounts as (
    select
        hits.answer_id,
        depths.cutoff,
        sum(metrics.discount(hits.rank)) as discount,
    from metrics.hits(variant, min_relevance, tie_rule) as hits
    inner join depths on hits.rank <= depths.cutoff
    where hits.relevance >= 0
    group by hits.answer_id, depths.cutoff
),

counted as (
    select
        found_at.collection,
        found_at.run_id,
        found_at.query_id,
        answers.answer_id,
        found_at.cutoff,
        found_at.num_rel_ret,
        found_at.num_rel,
        least(found_at.num_ret, found_at.cutoff) - found_at.num_judged_ret as num_unjudged,
        list_sum([
            metrics.discount(rank) for rank in range(1, least(found_at.num_ret, found_at.cutoff) + 1)
        ]) as all_discounts,
    from metrics.found_at(k, variant, min_relevance, tie_rule) as found_at
    inner join metrics.answers(variant, min_relevance) as answers
        on found_at.collection = answers.collection
        and found_at.run_id = answers.run_id
        and found_at.query_id = answers.query_id
),

bounded as (
    select
        counted.collection,
        counted.run_id,
        counted.query_id,
        counted.cutoff,
        counted.num_rel_ret,
        counted.num_rel,
        counted.num_unjudged,
        gains_at.dcg,
        gains_at.ideal_dcg,
        largest.gain * (coalesce(counted.all_discounts, 0) - coalesce(judged_discounts.discount, 0)) as possible_dcg,
    from counted
    inner join metrics.gains_at(k, variant, min_relevance, tie_rule) as gains_at
        on counted.collection = gains_at.collection
        and counted.run_id = gains_at.run_id
        and counted.query_id = gains_at.query_id
        and counted.cutoff = gains_at.cutoff
    inner join largest
        on counted.collection = largest.collection
        and counted.query_id = largest.query_id
    left join judged_discounts
        on counted.answer_id = judged_discounts.answer_id
        and counted.cutoff = judged_discounts.cutoff
),

uppers as (
    select
        bounded.collection,
        bounded.run_id,
        bounded.query_id,
        'P_' || bounded.cutoff as measure,
        (bounded.num_rel_ret + bounded.num_unjudged) / bounded.cutoff as upper_bound,
    from bounded
    union all
    select
        bounded.collection,
        bounded.run_id,
        bounded.query_id,
        'recall_' || bounded.cutoff as measure,
        coalesce(
            (bounded.num_rel_ret + bounded.num_unjudged) / nullif(bounded.num_rel + bounded.num_unjudged, 0), 0
        ) as upper_bound,
    from bounded
    union all
    select
        bounded.collection,
        bounded.run_id,
        bounded.query_id,
        'success_' || bounded.cutoff as measure,
        (bounded.num_rel_ret + bounded.num_unjudged > 0)::integer::double as upper_bound,
    from bounded
    union all
    select
        bounded.collection,
        bounded.run_id,
        bounded.query_id,
        'ndcg_cut_' || bounded.cutoff as measure,
        case
            when bounded.ideal_dcg > 0 then least((bounded.dcg + bounded.possible_dcg) / bounded.ideal_dcg, 1)
            else (bounded.num_unjudged > 0)::integer
        end as upper_bound,
    from bounded
),

scored as (
    select collection, run_id, query_id, measure, value,
    from metrics.precision(k, variant, min_relevance, tie_rule)
    union all
    select collection, run_id, query_id, measure, value,
    from metrics.recall(k, variant, min_relevance, tie_rule)
    union all
    select collection, run_id, query_id, measure, value,
    from metrics.success(k, variant, min_relevance, tie_rule)
    union all
    select collection, run_id, query_id, measure, value,
    from metrics.ndcg(k, variant, min_relevance, tie_rule)
)

select
    scored.collection,
    scored.run_id,
    scored.query_id,
    scored.measure,
    scored.value,
    uppers.upper_bound,
from scored
inner join uppers
    on scored.collection = uppers.collection
    and scored.run_id = uppers.run_id
    and scored.query_id = uppers.query_id
    and scored.measure = uppers.measure;
