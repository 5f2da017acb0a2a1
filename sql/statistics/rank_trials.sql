-- The rank of every tested run (systems.field) among the tested runs in each resampling of the topics: bootstraps and
-- random halves.
--
-- source: Efron 1979 (bootstrap); C. Buckley and E. Voorhees, "Evaluating evaluation measure stability", SIGIR 2000 (topic
--     halves); statistics.bootstrap_topics, statistics.topic_order;
--     statistics.field_values
-- grain: collection, measure, resampling, trial, run_id
-- params:
--   trials: number of resamplings of each kind; each random order of the topics yields two halves
-- columns:
--   resampling
--   trial: number of the resampling, from 0
--   run_id
--   mean: the run's score over these topics, by the rule of the measure (metrics.over_topics)
--   rank: 1 + number of tested runs with a better mean, compared at field_decimals decimals
--   num_first: number of runs that share the first rank
-- needs: runs
-- caveats: with an odd number of topics, one topic is in neither half
-- example: from statistics.rank_trials(['ndcg_cut_10'], trials := 10) where run_id = 'p_bm25'
create or replace macro statistics.rank_trials(measures, trials := 500, seed := 1) as table
with drawn as (
    select
        bootstrap_topics.collection,
        'bootstrap' as resampling,
        bootstrap_topics.trial,
        bootstrap_topics.query_id,
        bootstrap_topics.weight,
    from statistics.bootstrap_topics(trials := trials, seed := seed) as bootstrap_topics
    union all
    select
        topic_order.collection,
        'half' as resampling,
        2 * topic_order.trial + (topic_order.position - 1) // (topic_order.num_topics // 2) as trial,
        topic_order.query_id,
        1 as weight,
    from statistics.topic_order(trials := (trials + 1) // 2, seed := seed) as topic_order
    where
        topic_order.position <= 2 * (topic_order.num_topics // 2)
        and 2 * topic_order.trial + (topic_order.position - 1) // (topic_order.num_topics // 2) < trials
),

-- each run of a collection and measure gets a number, because sums grouped by three texts take five times the memory
field as (
    select
        dense_rank() over (order by field_values.collection, field_values.measure, field_values.run_id) as entry,
        field_values.*,
    from statistics.field_values(measures) as field_values
),

runs as (
    select
        field.entry,
        any_value(field.collection) as collection,
        any_value(field.measure) as measure,
        any_value(field.run_id) as run_id,
        any_value(field.field_decimals)::integer as field_decimals,
    from field
    group by field.entry
),

sums as (
    select
        field.entry,
        drawn.resampling = 'half' as is_half,
        drawn.trial,
        statistics.exact_sum(field.value * drawn.weight) as total,
        sum(drawn.weight) as num_q,
        statistics.exact_sum(field.merit * drawn.weight) / sum(drawn.weight) as merit,
    from field
    inner join drawn on field.collection = drawn.collection and field.query_id = drawn.query_id
    group by field.entry, drawn.resampling = 'half', drawn.trial
),

means as (
    select
        runs.collection,
        runs.measure,
        if(sums.is_half, 'half', 'bootstrap') as resampling,
        sums.trial,
        runs.run_id,
        sums.total,
        sums.num_q,
        round(sums.merit, runs.field_decimals) as merit,
    from sums
    inner join runs on sums.entry = runs.entry
),

ranked as (
    select
        means.collection,
        means.measure,
        means.resampling,
        means.trial,
        means.run_id,
        round(metrics.over_topics(summaries.summary, means.total, means.num_q), 12) as mean,
        rank() over (
            partition by means.collection, means.measure, means.resampling, means.trial order by means.merit desc
        ) as rank,
    from means
    left join metrics.summaries as summaries on metrics.base_name(means.measure) = summaries.name
)

select
    ranked.collection,
    ranked.measure,
    ranked.resampling,
    ranked.trial,
    ranked.run_id,
    ranked.mean,
    ranked.rank,
    count(*) filter (where ranked.rank = 1) over (
        partition by ranked.collection, ranked.measure, ranked.resampling, ranked.trial
    ) as num_first,
from ranked;
