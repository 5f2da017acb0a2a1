-- How sure the rank of each run is: the ranks it takes over resampled topics.
--
-- source: statistics.rank_trials
-- grain: collection, measure, resampling, run_id
-- params:
--   trials: number of resamplings of each kind
-- columns:
--   resampling, run_id
--   mean: the run's score over all judged topics
--   rank: rank among all ranked runs (systems.field)
--   median_rank: median of its ranks among the tested runs over the resamplings; null, as all that follows but the last
--     four, where there is a lack
--   low_rank: best rank of the interval: of the resamplings, or the rank itself where that is better
--   high_rank: worst rank of the interval, or the rank itself, with every ranked run that is not tested before it
--   share_first: share of the resamplings in which no run has a higher mean: it is first, alone or tied
--   share_alone: share of the resamplings in which it is first alone
--   low_mean: lower end of the interval of its means
--   high_mean: upper end
--   num_trials: resamplings
--   num_ranked: runs that are ranked
--   num_tested: those of them with scores per topic, which are resampled
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
