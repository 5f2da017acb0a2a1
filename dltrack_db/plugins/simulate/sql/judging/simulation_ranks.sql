-- One row for each run and rank: how often the run has this rank over the trials of a study, with all teams and without each
-- team in turn.
--
-- source: TREC 2019 overview, figure 9; SIGIR 2021 resource paper, figure 4
-- grain: study, stop_rule, measure, run_id, rank
-- columns:
--   study: name of the study
--   collection, stop_rule
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   run_id: run, see judging.compared_runs
--   official_rank: 1 + number of runs with a higher official value; the rows of the figure are in this order
--   rank: 1 + number of runs with a higher value
--   num_trials: number of simulated label sets by which the run has this rank; the sum over ranks is the same for all runs
-- needs: studies
-- example: select * from judging.simulation_ranks('official') where measure = 'map' order by official_rank, rank
create or replace macro judging.simulation_ranks(stop_rules := null) as table
select
    simulations.study,
    scores.collection,
    scores.stop_rule,
    scores.measure,
    scores.run_id,
    scores.official_rank,
    scores.rank,
    count(*) as num_trials,
from judging.simulation_run_scores(stop_rules) as scores
inner join main.simulations as simulations on scores.simulation = simulations.simulation
group by
    simulations.study,
    scores.collection,
    scores.stop_rule,
    scores.measure,
    scores.run_id,
    scores.official_rank,
    scores.rank;
