-- How often each run has each rank if one team at a time is left out of the depth-10 pool.
--
-- source: TREC 2019 overview, figure 9, and SIGIR 2021 resource paper, figure 4, with the released labels instead of simulated
--     labels
-- grain: collection, measure, run_id, rank
-- columns:
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   run_id: submitted run
--   official_rank: 1 + number of runs with a higher value with the official labels; the figures sort runs by this rank
--   rank: rank of the run after a team's unique items are removed from the labels
--   num_teams: teams whose omission results in this rank
-- needs: runs
-- caveats: the figures show 120 or 130 trials of active learning, which require a simulation of the assessors; here each team
--   is one trial, so the values of num_teams for a run sum to the number of teams
-- cost: 1 s of processor time and 250 MB with the 63 passage runs of TREC 2021, because every run is scored once per team
create or replace view judging.leave_one_team_out_ranks as
select
    collection,
    measure,
    run_id,
    official_rank,
    rank,
    count(*) as num_teams,
from judging.leave_one_team_out_scores(10)
group by collection, measure, run_id, official_rank, rank;
