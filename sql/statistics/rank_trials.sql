-- The rank of every tested run among the tested ones (systems.field) over resampled topics: drawn with replacement, and in random halves.
--
-- source: Efron 1979 (bootstrap); C. Buckley and E. Voorhees, "Evaluating evaluation measure stability", SIGIR 2000 (topic
--     halves); statistics.bootstrap_topics, statistics.topic_order;
--     statistics.field_values
-- grain: collection, measure, resampling, trial, run_id
-- params:
--   trials: number of resamplings of each kind; two halves come from one order of the topics
-- columns:
--   resampling
--   trial: number of the resampling, from 0
--   run_id
--   mean: mean over these topics, as the measure has it (metrics.over_topics)
--   rank: 1 + number of tested runs that are better, to the decimals of the field
--   num_first: runs that share the first rank
-- needs: runs
-- caveats: of an odd number of topics a half leaves one out
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

means as (
    select
        field_values.collection,
        field_values.measure,
        drawn.resampling,
        drawn.trial,
        field_values.run_id,
        statistics.exact_sum(field_values.value * drawn.weight) as total,
        sum(drawn.weight) as num_q,
        round(
            statistics.exact_sum(field_values.merit * drawn.weight) / sum(drawn.weight),
            any_value(field_values.field_decimals)::integer
        ) as merit,
    from statistics.field_values(measures) as field_values
    inner join drawn
        on field_values.collection = drawn.collection
        and field_values.query_id = drawn.query_id
    group by field_values.collection, field_values.measure, drawn.resampling, drawn.trial, field_values.run_id
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
