-- The 95 % interval of kappa over resampled topics, for every set of labels compared with the official set.
--
-- source: Efron 1979, percentile interval; whole topics are drawn, because the labels of a topic depend on each other
--   (statistics.topic_weights)
-- grain: judge
-- params:
--   resamples: number of resamplings
-- columns:
--   judge: as in labels.official_pairs
--   num_topics: topics of the items that both sets grade
--   kappa: unweighted Cohen's kappa, as in labels.judge_study; with several sets in labels.truths, the mean over these sets
--   kappa_low: lower end of the 95 % interval of kappa; null for fewer than 6 topics
--   kappa_high: upper end of this interval
-- needs: second labels
-- example: from labels.kappa_interval('trec2021-passages', resamples := 100)
create or replace macro labels.kappa_interval(collection_name, resamples := 1000, seed := 1) as table
with counted as (
    select
        pairs.judge,
        pairs.variant,
        pairs.truth,
        pairs.official,
        pairs.relevance,
        dense_rank() over (partition by pairs.variant, pairs.truth order by pairs.query_id) as topic,
        count(*) as num_pairs,
    from labels.official_pairs as pairs
    where pairs.collection = collection_name and catalog.has_collections([collection_name])
    group by pairs.judge, pairs.variant, pairs.truth, pairs.official, pairs.relevance, pairs.query_id
),

-- numbers of pairs by topic, for the topics in order
cells as materialized (
    select
        topics.*,
        [coalesce(topics.by_topic[topic], 0) for topic in range(1, topics.num_topics + 1)] as counts,
    from (
        select
            counted.judge,
            counted.variant,
            counted.truth,
            counted.official,
            counted.relevance,
            map_from_entries(list({ 'k': counted.topic, 'v': counted.num_pairs })) as by_topic,
            max(max(counted.topic)) over (partition by counted.variant, counted.truth) as num_topics,
        from counted
        group by counted.judge, counted.variant, counted.truth, counted.official, counted.relevance
    ) as topics
),

kappas as (
    select
        cells.judge,
        weights.trial,
        any_value(cells.num_topics) as num_topics,
        case
            when count(cells.relevance - cells.official) > 0
                then labels.cohen_kappa(
                    list(
                        {
                            'a': cells.official,
                            'b': cells.relevance,
                            'n': list_inner_product(cells.counts, weights.weights)
                        }
                    ),
                    0
                )
        end as kappa,
    from cells
    inner join statistics.topic_weights(
        (select list(distinct cells.num_topics) from cells), trials := resamples, seed := seed
    ) as weights on cells.num_topics = weights.num_topics
    where weights.trial < 0 or (cells.num_topics >= 6 and cells.relevance is not null)
    group by cells.judge, cells.variant, cells.truth, weights.trial
),

-- with several sets in labels.truths, the means over these sets
means as (
    select
        kappas.judge,
        kappas.trial,
        min(kappas.num_topics) as num_topics,
        case when count(kappas.kappa) = count(*) then statistics.exact_mean(kappas.kappa) end as kappa,
    from kappas
    group by kappas.judge, kappas.trial
)

select
    means.judge,
    min(means.num_topics) as num_topics,
    max(means.kappa) filter (where means.trial < 0) as kappa,
    quantile_cont(means.kappa, 0.025) filter (where means.trial >= 0) as kappa_low,
    quantile_cont(means.kappa, 0.975) filter (where means.trial >= 0) as kappa_high,
from means
group by means.judge;
