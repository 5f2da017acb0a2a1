-- How certain the rank of each run by nDCG@10 is: its ranks over 500 bootstraps and 500 random halves of the topics.
--
-- source: statistics.rank_stability_by
-- grain: collection, measure, resampling, run_id
-- columns:
--   measure: 'ndcg_cut_10'
--   resampling, run_id
--   mean: mean over all judged topics
--   rank: 1 + number of runs with a higher mean; null if all runs are equal on every topic
--   median_rank: median of the run's ranks over the resamplings; this and all columns below except num_trials and lack are null
--     if resampling is not informative
--   low_rank: best rank of the 95% interval
--   high_rank: worst rank of the 95% interval
--   share_first: share of the resamplings in which the run is first, alone or tied
--   share_alone: share of the resamplings in which the run is first alone
--   low_mean: lower end of the 95% interval of the run's means
--   high_mean: upper end of this interval
--   num_trials: number of resamplings
--   lack: why resampling is not informative (statistics.rank_information); otherwise null
-- needs: scored runs
-- example: from statistics.rank_stability where collection = 'trec2021-passages' and resampling = 'half' order by rank
create or replace view statistics.rank_stability as
select
    stability.collection,
    stability.measure,
    stability.resampling,
    stability.run_id,
    stability.mean,
    stability.rank,
    stability.median_rank,
    stability.low_rank,
    stability.high_rank,
    stability.share_first,
    stability.share_alone,
    stability.low_mean,
    stability.high_mean,
    stability.num_trials,
    stability.lack,
from statistics.rank_stability_by(['ndcg_cut_10']) as stability;
