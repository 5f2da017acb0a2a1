-- How many topics would be enough: how well the ranking by some topics agrees with the ranking by all of them, and with
-- the ranking by as many others.
--
-- source: E. Voorhees and C. Buckley, "The effect of topic set size on retrieval experiment error", SIGIR 2002;
--     statistics.topic_order, statistics.kendall_tau_b
-- grain: collection, measure, num_topics
-- params:
--   sizes: list of numbers of topics; null for 5, 10, 15 and so on, and all
--   trials: random orders of the topics for each size
-- columns:
--   num_topics: topics drawn without replacement
--   tau: mean Kendall tau-b between the ranking by these topics and the ranking by all
--   low_tau: lower end of the interval of tau
--   high_tau: upper end
--   share_same_best: share of draws that put the best run by all topics first, ties for it included; null where all topics
--     put all runs first
--   tau_apart: mean Kendall tau-b between the rankings by these topics and by as many others; null where there are not so
--     many
--   num_trials: draws
-- needs: runs
-- caveats: the drawn topics are part of all topics, so tau rises to 1 by construction; tau_apart does not, and shows how
--     well another set of topics of this size would agree
-- cost: .4 s of processor time and 180 MB with the 63 passage runs of TREC 2021
-- example: from statistics.topic_sample_agreement(['ndcg_cut_10'], [10, 25]) where collection = 'trec2021-passages'
create or replace macro statistics.topic_sample_agreement(
    measures, sizes := null, trials := 100, confidence := 0.95, seed := 1
) as table
with orders as (
    select
        topic_order.collection,
        topic_order.trial,
        topic_order.query_id,
        topic_order.position,
        topic_order.num_topics,
    from statistics.topic_order(trials := trials, seed := seed) as topic_order
),

sampled as (
    select
        query_scores.collection,
        query_scores.measure,
        orders.trial,
        query_scores.run_id,
        orders.position,
        orders.num_topics as num_all,
        sum(query_scores.value) over (
            partition by query_scores.collection, query_scores.measure, orders.trial, query_scores.run_id
            order by orders.position
        ) as running_sum,
    from metrics.query_scores as query_scores
    inner join orders
        on query_scores.collection = orders.collection
        and query_scores.query_id = orders.query_id
    where list_contains(measures, query_scores.measure)
),

-- sums of the first n topics, of the n after them, and of all, run by run
summed as (
    select
        sampled.collection,
        sampled.measure,
        sampled.trial,
        sampled.run_id,
        max(sampled.num_all) as num_all,
        list(sampled.running_sum order by sampled.position) as sums,
    from sampled
    group by sampled.collection, sampled.measure, sampled.trial, sampled.run_id
),

cut as (
    select
        summed.collection,
        summed.measure,
        summed.trial,
        summed.run_id,
        asked.num_topics,
        round(summed.sums[summed.num_all], 9) as all_sum,
        round(summed.sums[asked.num_topics], 9) as sum,
        round(summed.sums[2 * asked.num_topics] - summed.sums[asked.num_topics], 9) as other_sum,
    from summed
    cross join (
        select unnest(
            coalesce(sizes, list_concat(range(5, 1000, 5), [cast(null as bigint)]))
        ) as size
    ) as choices
    cross join lateral (select coalesce(choices.size, summed.num_all) as num_topics) as asked
    where asked.num_topics between 1 and summed.num_all and (choices.size is not null or summed.num_all % 5 != 0)
),

agreements as (
    select
        cut.collection,
        cut.measure,
        cut.trial,
        cut.num_topics,
        statistics.kendall_tau_b(list(cut.all_sum order by cut.run_id), list(cut.sum order by cut.run_id)) as tau,
        statistics.kendall_tau_b(
            list(cut.other_sum order by cut.run_id), list(cut.sum order by cut.run_id)
        ) as tau_apart,
        case when not bool_and(cut.is_best) then max(cut.sum) = max(cut.sum) filter (where cut.is_best) end as is_same_best,
    from (
        select
            cut.*,
            cut.all_sum = max(cut.all_sum) over (
                partition by cut.collection, cut.measure, cut.trial, cut.num_topics
            ) as is_best,
        from cut
    ) as cut
    group by cut.collection, cut.measure, cut.trial, cut.num_topics
)

select
    agreements.collection,
    agreements.measure,
    agreements.num_topics,
    avg(agreements.tau) as tau,
    quantile_cont(agreements.tau, (1 - confidence) / 2) as low_tau,
    quantile_cont(agreements.tau, (1 + confidence) / 2) as high_tau,
    avg(cast(agreements.is_same_best as integer)) as share_same_best,
    avg(agreements.tau_apart) as tau_apart,
    count(*) as num_trials,
from agreements
group by agreements.collection, agreements.measure, agreements.num_topics;
