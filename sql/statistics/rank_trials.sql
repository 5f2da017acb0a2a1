-- The rank of every run over resampled topics: drawn with replacement, and in random halves.
--
-- source: Efron 1979 (bootstrap); C. Buckley and E. Voorhees, "Evaluating evaluation measure stability", SIGIR 2000 (topic
--     halves); statistics.bootstrap_topics, statistics.topic_order
-- grain: collection, measure, resampling, trial, run_id
-- params:
--   trials: number of resamplings of each kind; two halves come from one order of the topics
-- columns:
--   resampling
--   trial: number of the resampling, from 0
--   run_id
--   mean: mean over these topics
--   rank: 1 + number of runs with a higher mean, to twelve decimals
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
        query_scores.collection,
        query_scores.measure,
        drawn.resampling,
        drawn.trial,
        query_scores.run_id,
        round(sum(query_scores.value * drawn.weight) / sum(drawn.weight), 12) as mean,
    from metrics.query_scores as query_scores
    inner join drawn
        on query_scores.collection = drawn.collection
        and query_scores.query_id = drawn.query_id
    where list_contains(measures, query_scores.measure)
    group by query_scores.collection, query_scores.measure, drawn.resampling, drawn.trial, query_scores.run_id
),

ranked as (
    select
        means.collection,
        means.measure,
        means.resampling,
        means.trial,
        means.run_id,
        means.mean,
        rank() over (
            partition by means.collection, means.measure, means.resampling, means.trial order by means.mean desc
        ) as rank,
    from means
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
