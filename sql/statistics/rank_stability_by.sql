-- How sure the rank of each run is: the ranks it takes over resampled topics.
--
-- source: statistics.rank_trials
-- grain: collection, measure, resampling, run_id
-- params:
--   trials: number of resamplings of each kind
-- columns:
--   resampling, run_id
--   mean: mean over all judged topics
--   rank: 1 + number of runs with a higher mean; null where all runs are equal on every topic
--   median_rank: median of its ranks over the resamplings; null, as all that follows but the last two, where there is a lack
--   low_rank: best rank of the interval
--   high_rank: worst rank of the interval
--   share_first: share of the resamplings in which no run has a higher mean: it is first, alone or tied
--   share_alone: share of the resamplings in which it is first alone
--   low_mean: lower end of the interval of its means
--   high_mean: upper end
--   num_trials: resamplings
--   lack: why resampling shows nothing (statistics.rank_information); null where it does
-- needs: runs
-- caveats: a resampling says how much depends on which topics were judged, not on which labels they got; a half has half
--     of the topics, so its intervals are wider than the collection's own
-- example: from statistics.rank_stability_by(['map']) where collection = 'trec2021-passages' and share_first > 0
create or replace macro statistics.rank_stability_by(
    measures, trials := 500, confidence := 0.95, seed := 1
) as table
with summed as (
    select
        rank_trials.collection,
        rank_trials.measure,
        rank_trials.resampling,
        rank_trials.run_id,
        median(rank_trials.rank) as median_rank,
        quantile_disc(rank_trials.rank, (1 - confidence) / 2) as low_rank,
        quantile_disc(rank_trials.rank, (1 + confidence) / 2) as high_rank,
        avg((rank_trials.rank = 1)::integer) as share_first,
        avg((rank_trials.rank = 1 and rank_trials.num_first = 1)::integer) as share_alone,
        quantile_cont(rank_trials.mean, (1 - confidence) / 2) as low_mean,
        quantile_cont(rank_trials.mean, (1 + confidence) / 2) as high_mean,
        count(*) as num_trials,
    from statistics.rank_trials(measures, trials := trials, seed := seed) as rank_trials
    group by rank_trials.collection, rank_trials.measure, rank_trials.resampling, rank_trials.run_id
),

means as (
    select
        query_scores.collection,
        query_scores.measure,
        query_scores.run_id,
        avg(query_scores.value) as mean,
    from metrics.query_scores as query_scores
    where list_contains(measures, query_scores.measure)
    group by query_scores.collection, query_scores.measure, query_scores.run_id
),

ranked as (
    select
        means.collection,
        means.measure,
        means.run_id,
        means.mean,
        rank() over (partition by means.collection, means.measure order by round(means.mean, 12) desc) as rank,
    from means
)

select
    summed.collection,
    summed.measure,
    summed.resampling,
    summed.run_id,
    ranked.mean,
    case when coalesce(information.lack, '') <> 'all runs are equal on every topic' then ranked.rank end as rank,
    case when information.lack is null then summed.median_rank end as median_rank,
    case when information.lack is null then summed.low_rank end as low_rank,
    case when information.lack is null then summed.high_rank end as high_rank,
    case when information.lack is null then summed.share_first end as share_first,
    case when information.lack is null then summed.share_alone end as share_alone,
    case when information.lack is null then summed.low_mean end as low_mean,
    case when information.lack is null then summed.high_mean end as high_mean,
    summed.num_trials,
    information.lack,
from summed
inner join ranked
    on summed.collection = ranked.collection
    and summed.measure = ranked.measure
    and summed.run_id = ranked.run_id
inner join statistics.rank_information(measures) as information
    on summed.collection = information.collection and summed.measure = information.measure;
