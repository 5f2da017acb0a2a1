-- How often two sets of topics disagree on which of two runs is better, by the size of the difference on the first set.
--
-- source: E. Voorhees and C. Buckley, "The effect of topic set size on retrieval experiment error", SIGIR 2002;
--     statistics.topic_order
-- grain: collection, measure, num_topics, bin
-- params:
--   sizes: list of numbers of topics in each of the two sets; sizes of more than half the topics of a collection are left
--     out; null for 5, 10, 15 and so on
--   trials: random orders of the topics
--   step: width of the bins of differences
-- columns:
--   num_topics: topics in each set
--   bin: lower end of the differences in the bin
--   num_pairs: comparisons of two runs whose difference on the first set is in this bin, each pair once per trial
--   num_swaps: comparisons in which the worse run on the first set is better on the second set
--   swap_rate: num_swaps / num_pairs
-- needs: runs
-- cost: 1 s of processor time with the 63 passage runs of TREC 2021
-- example: from statistics.swap_rates(['ndcg_cut_10'], [25]) where collection = 'trec2021-passages' order by bin
create or replace macro statistics.swap_rates(measures, sizes := null, trials := 20, step := 0.01, seed := 1) as table
with summed as (
    select
        field_values.collection,
        field_values.measure,
        orders.trial,
        asked.num_topics,
        field_values.run_id,
        statistics.exact_mean(case when orders.position <= asked.num_topics then field_values.value end) as first_mean,
        statistics.exact_mean(case when orders.position > asked.num_topics then field_values.value end) as second_mean,
    from statistics.field_values(measures) as field_values
    inner join statistics.topic_order(trials := trials, seed := seed) as orders
        on field_values.collection = orders.collection and field_values.query_id = orders.query_id
    inner join (select unnest(coalesce(sizes, range(5, 1000, 5))) as num_topics) as asked
        on asked.num_topics >= 1
        and 2 * asked.num_topics <= orders.num_topics
        and orders.position <= 2 * asked.num_topics
    group by field_values.collection, field_values.measure, orders.trial, asked.num_topics, field_values.run_id
),

pairs as (
    select
        a.collection,
        a.measure,
        a.num_topics,
        statistics.difference(a.first_mean, b.first_mean) as first_difference,
        statistics.difference(a.second_mean, b.second_mean) as second_difference,
    from summed as a
    inner join summed as b
        on a.collection = b.collection
        and a.measure = b.measure
        and a.trial = b.trial
        and a.num_topics = b.num_topics
        and a.run_id < b.run_id
)

select
    pairs.collection,
    pairs.measure,
    pairs.num_topics,
    round(floor(round(abs(pairs.first_difference) / step, 9)) * step, 9) as bin,
    count(*) as num_pairs,
    count(*) filter (where sign(pairs.first_difference) * sign(pairs.second_difference) < 0) as num_swaps,
    count(*) filter (where sign(pairs.first_difference) * sign(pairs.second_difference) < 0) / count(*) as swap_rate,
from pairs
group by all;
