-- The scores of all runs of a collection under any labels, relevance level and tie rule.
--
-- source: metrics.score_queries (labels.query_scores holds three of its measures precomputed); metrics.stand_in_scores for runs
--   without a loaded ranking
-- grain: run_id, measure
-- params:
--   min_relevance: lowest relevant grade, possibly a fraction; null for the level of the labels (labels.levels)
--   measures: list of trec_eval's names; null for ndcg_cut_10, map and recip_rank
-- columns:
--   value: mean over the topics that the labels judge, to 12 decimals; sum or geometric mean as in metrics.run_scores
--   num_q: topics that the value summarizes
--   provenance
--   decimals: decimals to which the value is known; null if the value is computed from a ranking
-- needs: runs
-- caveats: submitted scores are used only with the labels' level and the collection's tie rule; for labels without a level,
--   measures that depend on relevance appear only if min_relevance is set
-- example: from labels.run_scores('sample-passages', min_relevance := 1, measures := ['P_10']) order by value desc
create or replace macro labels.run_scores(
    collection_name, labels := null, min_relevance := null, tie_rule := null, measures := null
) as table
with summed as (
    -- These scores are precomputed for all labels at once, which takes a fifth of the time.
    select
        ready.run_id,
        ready.measure,
        sum(ready.value) as total,
        count(*) as num_q,
        'rankings' as provenance,
        null::utinyint as decimals,
    from labels.query_scores as ready
    where
        ready.collection = collection_name
        and ready.variant = labels
        and ready.provenance = 'rankings'
        and min_relevance is null and tie_rule is null
        and list_has_all(['ndcg_cut_10', 'map', 'recip_rank'], coalesce(measures, []))
        and list_contains(coalesce(measures, ['ndcg_cut_10', 'map', 'recip_rank']), ready.measure)
    group by ready.run_id, ready.measure
    union all
    select
        scored.run_id,
        scored.measure,
        sum(scored.value) as total,
        count(*) as num_q,
        'rankings' as provenance,
        null::utinyint as decimals,
    from metrics.score_queries(
        labels,
        -- labels without a level are scored at level 0; below, only their measures that do not use the level are kept
        coalesce(min_relevance, labels.level(collection_name, labels), 0),
        tie_rule
    ) as scored
    where
        scored.collection = collection_name
        and not (
            labels is not null and min_relevance is null and tie_rule is null
            and list_has_all(['ndcg_cut_10', 'map', 'recip_rank'], coalesce(measures, []))
        )
        and list_contains(coalesce(measures, ['ndcg_cut_10', 'map', 'recip_rank']), scored.measure)
    group by scored.run_id, scored.measure
    union all
    select
        submitted.run_id,
        submitted.measure,
        sum(submitted.value) as total,
        count(*) as num_q,
        'submitted scores' as provenance,
        min(submitted.decimals) as decimals,
    from metrics.stand_in_scores as submitted
    inner join main.collections as collections on submitted.collection = collections.collection
    where
        submitted.collection = collection_name
        and submitted.variant = coalesce(labels, collections.qrels_variant)
        and coalesce(submitted.min_relevance = coalesce(min_relevance, submitted.min_relevance), true)
        and coalesce(tie_rule, collections.tie_rule) = collections.tie_rule
        and list_contains(coalesce(measures, ['ndcg_cut_10', 'map', 'recip_rank']), submitted.measure)
    group by submitted.run_id, submitted.measure
)

select
    summed.run_id,
    summed.measure,
    round(metrics.over_topics(summaries.summary, summed.total, summed.num_q), 12) as value,
    summed.num_q,
    summed.provenance,
    summed.decimals,
from summed
left join metrics.summaries as summaries on metrics.base_name(summed.measure) = summaries.name
where
    (
        min_relevance is not null
        or labels.level(collection_name, labels) is not null
        or not metrics.is_binary(summed.measure)
    )
    and catalog.has_collections([collection_name])
    and catalog.has_measures(measures);
