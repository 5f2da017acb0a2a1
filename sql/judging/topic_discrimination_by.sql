-- How well each topic separates runs, and how closely its ranking of the runs agrees with the ranking by the other topics.
--
-- source: item analysis of test theory (item-rest correlation); S. Mizzaro and S. Robertson, "HITS hits TREC: exploring
--     IR evaluation results with network analysis", SIGIR 2007
-- grain: collection, measure, query_id
-- columns:
--   num_runs: runs included in tests (systems.field)
--   mean: mean value of the runs
--   lowest: lowest value of a run
--   highest: highest value of a run
--   spread: standard deviation of the runs' values
--   is_dead: whether all runs have the same value, so that the topic separates no runs
--   separated: share of the pairs of runs that have different values on the topic
--   correlation: Pearson's correlation between the runs' values on the topic and the runs' means over the other topics; null
--     if is_dead
--   tau: Kendall's tau-b between the runs' values on the topic and the runs' means over the other topics
--   power: share of the pairs of runs that the topic orders like the means over the other topics
--   against: share of the pairs of runs that the topic orders in the opposite way to the means over the other topics
-- needs: runs
-- example: from judging.topic_discrimination_by(['map']) where collection = 'trec2021-passages' order by tau
create or replace macro judging.topic_discrimination_by(measures) as table
with scores as (
    select
        field_values.collection,
        field_values.measure,
        field_values.query_id,
        field_values.run_id,
        round(field_values.value, 12) as value,
        round(
            -- like statistics.exact_sum, which cannot be used as a window function
            (sum(cast(field_values.value * 1e18 as hugeint)) over runs_topics / 1e18 - field_values.value)
            / nullif(count(*) over runs_topics - 1, 0),
            12
        ) as rest,
    from statistics.field_values(measures) as field_values
    window runs_topics as (partition by field_values.collection, field_values.measure, field_values.run_id)
),

topics as (
    select
        scores.collection,
        scores.measure,
        scores.query_id,
        count(*) as num_runs,
        statistics.exact_mean(scores.value) as mean,
        min(scores.value) as lowest,
        max(scores.value) as highest,
        case when min(scores.value) = max(scores.value) then 0 else stddev_samp(scores.value order by scores.run_id) end as spread,
        min(scores.value) = max(scores.value) as is_dead,
        case
            when min(scores.value) < max(scores.value) and min(scores.rest) < max(scores.rest)
                then corr(scores.value, scores.rest order by scores.run_id)
        end as correlation,
        list(scores.value order by scores.run_id) as topic_values,
        list(scores.rest order by scores.run_id) as rests,
    from scores
    group by scores.collection, scores.measure, scores.query_id
),

counted as (
    select
        topics.*,
        topics.num_runs * (topics.num_runs - 1) / 2 as num_pairs,
        statistics.kendall_sign_sum(topics.topic_values, topics.rests) as sign_sum,
        statistics.kendall_untied(topics.topic_values, topics.rests) as num_separated,
        -- pairs untied in both lists: those untied in the first, plus those in the second, minus those in at least one
        statistics.kendall_untied(topics.topic_values, topics.rests)
        + statistics.kendall_untied(topics.rests, topics.topic_values)
        - statistics.kendall_untied(list_zip(topics.topic_values, topics.rests), topics.rests) as num_comparable,
        statistics.kendall_tau_b(topics.topic_values, topics.rests) as tau,
    from topics
)

select
    counted.collection,
    counted.measure,
    counted.query_id,
    counted.num_runs,
    counted.mean,
    counted.lowest,
    counted.highest,
    counted.spread,
    counted.is_dead,
    counted.num_separated / nullif(counted.num_pairs, 0) as separated,
    counted.correlation,
    counted.tau,
    (counted.num_comparable + counted.sign_sum) / 2 / nullif(counted.num_pairs, 0) as power,
    (counted.num_comparable - counted.sign_sum) / 2 / nullif(counted.num_pairs, 0) as against,
from counted;
