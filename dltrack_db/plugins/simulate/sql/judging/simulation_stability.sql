-- One row for each trial and measure of a study: how stable the order of the runs is with all teams, and without one team.
--
-- source: TREC 2019 overview, section 5.1 and table 6
-- grain: study, trial, measure
-- params:
--   stop_rules: a single rule, see judging.simulation_stops; table 6 of the paper uses 'official'
-- columns:
--   study: name of the study
--   collection, trial
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   tau_b: Kendall's tau-b with the official order, with all teams in the pool
--   max_drop: largest number of ranks that a run loses, with all teams in the pool
--   num_omitted: number of teams that were omitted, one at a time
--   omit_tau_b: smallest tau-b over the omitted teams; null if no team was omitted
--   omit_max_drop: largest number of ranks that a run loses, over the omitted teams; null if no team was omitted
-- needs: studies
-- caveats: see judging.simulation_run_scores
-- example: select * from judging.simulation_stability('official') order by study, measure, trial
create or replace macro judging.simulation_stability(stop_rules := null) as table
select
    simulations.study,
    trials.collection,
    trials.trial,
    trials.measure,
    max(trials.tau_b) filter (where trials.omitted_team is null) as tau_b,
    max(trials.max_drop) filter (where trials.omitted_team is null) as max_drop,
    count(trials.omitted_team) as num_omitted,
    min(trials.tau_b) filter (where trials.omitted_team is not null) as omit_tau_b,
    max(trials.max_drop) filter (where trials.omitted_team is not null) as omit_max_drop,
from judging.simulation_trials(stop_rules) as trials
inner join main.simulations as simulations on trials.simulation = simulations.simulation
group by simulations.study, trials.collection, trials.trial, trials.measure;
