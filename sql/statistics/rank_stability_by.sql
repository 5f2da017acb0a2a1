-- How certain the rank of each run is: its ranks over resampled topics.
--
-- source: statistics.rank_trials
-- grain: collection, measure, resampling, run_id
-- params:
--   trials: number of resamplings of each kind
-- columns:
--   resampling, run_id
--   mean: the run's score over all judged topics
--   rank: rank among all ranked runs (systems.field)
--   median_rank: median of the run's ranks among the tested runs over the resamplings; null, like all columns down to
--     high_mean, if resampling is not informative
--   low_rank: best rank in the interval over the resamplings, or `rank` if it is better
--   high_rank: worst rank in the interval over the resamplings, or `rank` if it is worse; ranked runs that are not tested are
--     assumed to be better than the run
--   share_first: share of the resamplings in which the run is first, alone or tied
--   share_alone: share of the resamplings in which the run is first alone
--   low_mean: lower end of the interval of the run's means
--   high_mean: upper end of this interval
--   num_trials: number of resamplings
--   num_ranked: ranked runs
--   num_tested: ranked runs with scores per topic; only these are resampled
--   lack: why resampling is not informative (statistics.rank_information); otherwise null
-- needs: runs
-- caveats: Resampling shows how much the ranks depend on the choice of topics, not on the labels. A random half has half of
--     the topics, so the intervals over halves are wider than those for all topics
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

ranked as (
    select
        field.collection,
        field.measure,
        field.run_id,
        field.value as mean,
        field.rank,
        field.num_ranked,
        field.num_tested,
    from systems.field_by(measures) as field
    where field.untested is null
)

select
    summed.collection,
    summed.measure,
    summed.resampling,
    summed.run_id,
    ranked.mean,
    ranked.rank,
    case when information.lack is null then summed.median_rank end as median_rank,
    case when information.lack is null then least(summed.low_rank, ranked.rank) end as low_rank,
    case
        when information.lack is null
            then least(greatest(summed.high_rank, ranked.rank) + ranked.num_ranked - ranked.num_tested, ranked.num_ranked)
    end as high_rank,
    case when information.lack is null then summed.share_first end as share_first,
    case when information.lack is null then summed.share_alone end as share_alone,
    case when information.lack is null then summed.low_mean end as low_mean,
    case when information.lack is null then summed.high_mean end as high_mean,
    summed.num_trials,
    ranked.num_ranked,
    ranked.num_tested,
    information.lack,
from summed
inner join ranked
    on summed.collection = ranked.collection
    and summed.measure = ranked.measure
    and summed.run_id = ranked.run_id
inner join statistics.rank_information(measures) as information
    on summed.collection = information.collection and summed.measure = information.measure;
