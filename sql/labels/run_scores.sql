-- The scores of all runs of a collection under any labels, relevance level and tie rule.
--
-- source: metrics.score_queries (labels.query_scores has three of its measures ready); metrics.stand_in_scores for runs
--   without loaded ranking
-- grain: run_id, measure
-- params:
--   min_relevance: lowest grade that is relevant, which may be a fraction; null for that of the
--     labels (labels.levels)
--   measures: trec_eval's names as a list; null for ndcg_cut_10, map and recip_rank
-- columns:
--   value: mean over the topics that the labels judge, to 12 decimals; sum or geometric mean as in metrics.run_scores
--   num_q: topics that the value sums up
--   provenance
--   decimals: decimals that the value is known to; null from rankings
-- needs: runs
-- caveats: submitted scores count only by the labels' own level and the collection's tie rule; of labels without a level
--   measures that count relevant items are there only by one that is asked for
-- example: from labels.run_scores('sample-passages', min_relevance := 1, measures := ['P_10']) order by value desc
create or replace macro labels.run_scores(
    collection_name, labels := null, min_relevance := null, tie_rule := null, measures := null
) as table
with summed as (
    -- These are ready for all labels at once, in a fifth of the time.
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
        -- some level is named for labels that have none: of them only what needs none stays below
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
