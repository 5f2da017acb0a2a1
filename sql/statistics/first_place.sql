-- Is the first run really the best: how often it stays first over resampled topics, and how many others might be.
--
-- source: statistics.rank_stability_by, judging.topic_discrimination_by
-- grain: collection, measure
-- params:
--   measure_name: list of measures
--   trials: number of resamplings of each kind
--   confidence: coverage of the rank intervals
--   seed: any number
-- columns:
--   collection: judged task
--   measure: name with parameter
--   first_runs: the run with the highest mean, and those equal to it
--   share_bootstrap: share of the bootstraps of topics in which one of them is first
--   share_half: the same of random halves of the topics; null for a single topic
--   num_contenders: runs whose interval of ranks over bootstraps reaches 1
--   num_runs: runs
--   num_topics: judged topics
--   num_dead: topics on which all runs have the same value
-- needs: runs
-- example: from statistics.first_place(['ndcg_cut_10']) where collection = 'trec2021-passages'
create or replace macro statistics.first_place(
    measure_name, trials := 500, confidence := 0.95, seed := 1
) as table
with runs as (
    select
        stability.collection,
        stability.measure,
        list(stability.run_id order by stability.run_id) filter (
            where stability.rank = 1 and stability.resampling = 'bootstrap'
        ) as first_runs,
        sum(stability.share_first) filter (
            where stability.rank = 1 and stability.resampling = 'bootstrap'
        ) as share_bootstrap,
        sum(stability.share_first) filter (where stability.rank = 1 and stability.resampling = 'half') as share_half,
        count(*) filter (where stability.low_rank = 1 and stability.resampling = 'bootstrap') as num_contenders,
        count(*) filter (where stability.resampling = 'bootstrap') as num_runs,
    from statistics.rank_stability_by(
        measure_name, trials := trials, confidence := confidence, seed := seed
    ) as stability
    group by stability.collection, stability.measure
),

topics as (
    select
        discrimination.collection,
        discrimination.measure,
        count(*) as num_topics,
        count(*) filter (where discrimination.is_dead) as num_dead,
    from judging.topic_discrimination_by(measure_name) as discrimination
    group by discrimination.collection, discrimination.measure
)

select
    runs.collection,
    runs.measure,
    runs.first_runs,
    runs.share_bootstrap,
    runs.share_half,
    runs.num_contenders,
    runs.num_runs,
    topics.num_topics,
    topics.num_dead,
from runs
inner join topics on runs.collection = topics.collection and runs.measure = topics.measure;
