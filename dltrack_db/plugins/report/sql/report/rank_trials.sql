-- One row for each run and rank: how often the run has this rank if each team in turn is omitted from the depth-10 pool.
--
-- source: TREC 2019 overview, section 5 and figure 9 (with simulated HiCAL assessments instead of pools)
-- grain: collection, measure, run_id, rank
-- columns:
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   run_id: submitted run
--   official_rank: rank of the run by the official labels: 1 + number of better runs
--   official_value: mean of the run by the official labels
--   rank: rank of the run without a team
--   num_trials: number of teams whose omission leaves the run at this rank
-- needs: runs
create or replace view report.rank_trials as
select
    collection,
    measure,
    run_id,
    official_rank,
    official_value,
    rank,
    count(*) as num_trials,
from judging.leave_one_team_out_scores(10)
group by collection, measure, run_id, official_rank, official_value, rank;
