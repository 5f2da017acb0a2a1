-- How many topics would be enough: agreement of the ranking by a sample of topics with the ranking by all topics, and with the
-- ranking by a second sample of the same size without common topics.
--
-- source: E. Voorhees and C. Buckley, "The effect of topic set size on retrieval experiment error", SIGIR 2002;
--     statistics.topic_order, statistics.field_values, statistics.kendall_tau_b
-- grain: collection, measure, num_topics
-- params:
--   sizes: list of numbers of topics; null for 5, 10, 15 and so on, and the number of all topics
--   trials: number of random orders of the topics for each size
-- columns:
--   num_topics: topics drawn without replacement
--   tau: mean Kendall tau-b between the ranking by these topics and the ranking by all topics
--   low_tau: lower end of the interval of tau
--   high_tau: upper end
--   share_same_best: share of draws in which the best run by all topics is first, alone or tied; null if all runs are equal by
--     all topics
--   tau_apart: mean Kendall tau-b between the ranking by these topics and the ranking by the second sample; null if there are
--     not enough topics for a second sample
--   num_trials: number of draws
-- needs: runs
-- caveats: the drawn topics are part of all topics, so tau rises to 1 by construction; tau_apart does not, and shows how
--     well a different set of topics of this size would agree
-- cost: .5 s of processor time and 150 MB with the 63 passage runs of TREC 2021; with 630 runs 11 s and 480 MB
-- example: from statistics.topic_sample_agreement(['ndcg_cut_10'], [10, 25]) where collection = 'trec2021-passages'
create or replace macro statistics.topic_sample_agreement(
    measures, sizes := null, trials := 100, confidence := 0.95, seed := 1
) as table
with merits as (
    select
        dense_rank() over (
            partition by field_values.collection, field_values.measure order by field_values.run_id
        ) as run,
        field_values.*,
    from statistics.field_values(measures) as field_values
),

-- sums over the first n topics of an order
summed as (
    select
        merits.collection,
        merits.measure,
        merits.run,
        topic_order.trial,
        topic_order.position,
        topic_order.num_topics,
        sum(merits.merit) over (
            partition by merits.collection, merits.measure, topic_order.trial, merits.run order by topic_order.position
        ) as merit,
    from merits
    inner join statistics.topic_order(trials := trials, seed := seed) as topic_order
        on merits.collection = topic_order.collection
        and merits.query_id = topic_order.query_id
),

sums as materialized (
    select summed.*
    from summed
    where summed.position = summed.num_topics
        or case
            when sizes is null then summed.position % 5 = 0
            else list_contains(sizes, summed.position)
                or (summed.position % 2 = 0 and list_contains(sizes, summed.position // 2))
        end
),

-- for each run, the sums over the first n topics, over the next n topics and over all topics, rounded so that equal means are
-- equal
cut as materialized (
    select
        drawn.collection,
        drawn.measure,
        drawn.run,
        drawn.trial,
        drawn.position as num_topics,
        -- joining the pairs by one number takes half the time of joining by four keys
        dense_rank() over (order by drawn.collection, drawn.measure, drawn.trial, drawn.position) as sample,
        round(whole.merit, 9) as whole,
        round(drawn.merit, 9) as drawn,
        round(twice.merit - drawn.merit, 9) as others,
    from sums as drawn
    inner join sums as whole
        on drawn.collection = whole.collection
        and drawn.measure = whole.measure
        and drawn.run = whole.run
        and drawn.trial = whole.trial
        and whole.position = whole.num_topics
    left join sums as twice
        on drawn.collection = twice.collection
        and drawn.measure = twice.measure
        and drawn.run = twice.run
        and drawn.trial = twice.trial
        and drawn.position * 2 = twice.position
    where sizes is null or list_contains(sizes, drawn.position)
        or list_contains(sizes, null) and drawn.position = drawn.num_topics
),

pairs as (
    select
        one.sample,
        sign(one.whole - other.whole) as whole,
        sign(one.drawn - other.drawn) as drawn,
        sign(one.others - other.others) as others,
    from cut as one
    inner join cut as other on one.sample = other.sample and one.run < other.run
),

taus as (
    select
        pairs.sample,
        sum(pairs.whole * pairs.drawn)
        / nullif(sqrt(count_if(pairs.whole != 0) * count_if(pairs.drawn != 0)), 0) as tau,
        sum(pairs.others * pairs.drawn)
        / nullif(sqrt(count_if(pairs.others != 0) * count_if(pairs.drawn != 0)), 0) as tau_apart,
    from pairs
    group by pairs.sample
),

firsts as (
    select
        cut.collection,
        cut.measure,
        cut.trial,
        cut.num_topics,
        cut.sample,
        case
            when min(cut.whole) < max(cut.whole)
                then max(cut.drawn) = arg_max(cut.drawn, struct_pack(whole := cut.whole, drawn := cut.drawn))
        end as is_same_best,
    from cut
    group by cut.collection, cut.measure, cut.trial, cut.num_topics, cut.sample
)

-- means of sets computed in a fixed order: otherwise the last digit of an average varies
select
    firsts.collection,
    firsts.measure,
    firsts.num_topics,
    list_avg(list(taus.tau order by firsts.trial)) as tau,
    quantile_cont(taus.tau, (1 - confidence) / 2) as low_tau,
    quantile_cont(taus.tau, (1 + confidence) / 2) as high_tau,
    avg(cast(firsts.is_same_best as integer)) as share_same_best,
    list_avg(list(taus.tau_apart order by firsts.trial)) as tau_apart,
    count(*) as num_trials,
from firsts
left join taus on firsts.sample = taus.sample
group by firsts.collection, firsts.measure, firsts.num_topics;
