-- How sure tau is: an interval over topics drawn with replacement, for every set of labels held against the official one.
--
-- source: Efron 1979; percentile interval; the seed makes it repeatable (statistics.draw)
-- grain: collection, variant, measure
-- params:
--   resamples: number of resamplings
-- columns:
--   variant: set of labels held against the official one
--   measure: as in labels.query_scores
--   num_topics: topics that both sets judge
--   tau: Kendall's tau-b over these topics, as in labels.judge_study
--   tau_low: 2.5th percentile of tau over the resamplings
--   tau_high: 97.5th percentile
-- needs: runs, second labels
-- caveats: topics are drawn anew for each set of labels, the same ones for all runs
-- example: from labels.judge_study_interval(resamples := 100, seed := 1) where measure = 'ndcg_cut_10'
create or replace macro labels.judge_study_interval(resamples := 200, seed := 1) as table
with scored as materialized (
    select
        compared.collection,
        compared.variant,
        compared.measure,
        compared.run_id,
        compared.query_id,
        compared.official,
        compared.value,
    from labels.compared_scores as compared
),

topics as (
    select
        judged.collection,
        judged.variant,
        judged.query_id,
        row_number() over (partition by judged.collection, judged.variant order by judged.query_id) - 1 as place,
        count(*) over (partition by judged.collection, judged.variant) as num_topics,
    from (
        select distinct scored.collection, scored.variant, scored.query_id,
        from scored
    ) as judged
),

drawn as (
    select
        topics.collection,
        topics.variant,
        trials.trial,
        statistics.draw(seed, trials.trial || ':' || topics.place, topics.num_topics) as place,
    from topics
    cross join (select unnest(range(0, resamples)) as trial) as trials
),

weights as (
    select
        topics.collection,
        topics.variant,
        topics.query_id,
        drawn.trial,
        count(*) as weight,
    from drawn
    inner join topics
        on
            drawn.collection = topics.collection
            and drawn.variant = topics.variant
            and drawn.place = topics.place
    group by topics.collection, topics.variant, topics.query_id, drawn.trial
    union all
    select
        topics.collection,
        topics.variant,
        topics.query_id,
        -1 as trial,
        1 as weight,
    from topics
),

means as (
    select
        scored.collection,
        scored.variant,
        scored.measure,
        scored.run_id,
        weights.trial,
        sum(weights.weight) as num_topics,
        round(sum(scored.official * weights.weight) / sum(weights.weight), 12) as official,
        round(sum(scored.value * weights.weight) / sum(weights.weight), 12) as value,
    from scored
    inner join weights
        on
            scored.collection = weights.collection
            and scored.variant = weights.variant
            and scored.query_id = weights.query_id
    group by scored.collection, scored.variant, scored.measure, scored.run_id, weights.trial
),

taus as (
    select
        means.collection,
        means.variant,
        means.measure,
        means.trial,
        max(means.num_topics)::bigint as num_topics,
        statistics.kendall_tau_b(
            list(means.official order by means.run_id), list(means.value order by means.run_id)
        ) as tau,
    from means
    group by means.collection, means.variant, means.measure, means.trial
)

select
    taus.collection,
    taus.variant,
    taus.measure,
    max(taus.num_topics) as num_topics,
    max(taus.tau) filter (where taus.trial = -1) as tau,
    quantile_cont(taus.tau, 0.025) filter (where taus.trial >= 0) as tau_low,
    quantile_cont(taus.tau, 0.975) filter (where taus.trial >= 0) as tau_high,
from taus
group by taus.collection, taus.variant, taus.measure;
