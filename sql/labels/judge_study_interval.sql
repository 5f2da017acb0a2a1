-- The 95 % interval of tau over resampled topics, for every set of labels compared with the official set.
--
-- source: Efron 1979; percentile interval, shifted so that its median is tau (statistics.centred_interval); the seed makes the
--   resamples reproducible (statistics.topic_weights)
-- grain: collection, variant, measure
-- params:
--   resamples: number of resamplings
-- columns:
--   variant: set of labels compared with the official set
--   measure: as in labels.query_scores
--   num_topics: topics that both sets judge
--   tau: Kendall's tau-b over these topics, as in labels.judge_study
--   tau_low: lower end of the 95 % interval of tau; null for a single topic
--   tau_high: upper end of this interval
-- needs: runs, second labels
-- caveats: all sets with the same number of topics, and all runs, use the same resamples; a run's means leave out topics
--   without a score of this run
-- example: from labels.judge_study_interval(resamples := 100, seed := 1) where measure = 'ndcg_cut_10'
create or replace macro labels.judge_study_interval(resamples := 200, seed := 1) as table
with scored as materialized (
    select
        compared.collection,
        compared.variant,
        compared.measure,
        compared.run_id,
        unnest(compared.query_ids) as query_id,
        unnest(compared.official_values) as official,
        unnest(compared.other_values) as value,
    from labels.compared_means as compared
    where compared.unranked is null
),

topics as (
    select
        judged.collection,
        judged.variant,
        judged.query_id,
        count(*) over (partition by judged.collection, judged.variant) as num_topics,
    from (
        select distinct scored.collection, scored.variant, scored.query_id,
        from scored
    ) as judged
),

-- for each run, lists over all topics in the same order; a topic without a score has value 0 and known 0
runs as materialized (
    select
        asked.collection,
        asked.variant,
        asked.measure,
        asked.run_id,
        any_value(topics.num_topics) as num_topics,
        list(coalesce(scored.official, 0) order by topics.query_id) as official_sums,
        list(coalesce(scored.value, 0) order by topics.query_id) as other_sums,
        list((scored.value is not null)::double order by topics.query_id) as known,
    from (
        select distinct scored.collection, scored.variant, scored.measure, scored.run_id,
        from scored
    ) as asked
    inner join topics on asked.collection = topics.collection and asked.variant = topics.variant
    left join scored
        on
            asked.collection = scored.collection
            and asked.variant = scored.variant
            and asked.measure = scored.measure
            and asked.run_id = scored.run_id
            and topics.query_id = scored.query_id
    group by asked.collection, asked.variant, asked.measure, asked.run_id
),

weights as materialized (
    select
        drawn.num_topics,
        drawn.trial,
        drawn.weights,
    from statistics.topic_weights(
        (select list(distinct runs.num_topics) from runs), trials := resamples, seed := seed
    ) as drawn
),

means as (
    select
        runs.collection,
        runs.variant,
        runs.measure,
        runs.run_id,
        runs.num_topics,
        weights.trial,
        round(
            list_inner_product(runs.official_sums, weights.weights)
            / nullif(list_inner_product(runs.known, weights.weights), 0),
            12
        ) as official,
        round(
            list_inner_product(runs.other_sums, weights.weights)
            / nullif(list_inner_product(runs.known, weights.weights), 0),
            12
        ) as value,
    from runs
    inner join weights on runs.num_topics = weights.num_topics
),

taus as (
    select
        means.collection,
        means.variant,
        means.measure,
        means.trial,
        any_value(means.num_topics) as num_topics,
        statistics.kendall_tau_b(
            list(means.official order by means.run_id), list(means.value order by means.run_id)
        ) as tau,
    from means
    group by means.collection, means.variant, means.measure, means.trial
),

found as (
    select
        taus.collection,
        taus.variant,
        taus.measure,
        any_value(taus.num_topics) as num_topics,
        max(taus.tau) filter (where taus.trial = -1) as tau,
        quantile_cont(taus.tau, [0.025, 0.5, 0.975]) filter (where taus.trial >= 0) as quantiles,
    from taus
    group by taus.collection, taus.variant, taus.measure
)

select
    found.collection,
    found.variant,
    found.measure,
    found.num_topics,
    found.tau,
    statistics.centred_interval(found.tau, found.quantiles).low as tau_low,
    statistics.centred_interval(found.tau, found.quantiles).high as tau_high,
from found;
