-- Which stopping rule needs few judgments and still orders the runs well? One row for each simulation, rule and measure:
-- number of judgments, and effect on the order of the runs, over all trials.
--
-- source: TREC 2019 overview, table 7 (effect of stopping criteria)
-- grain: simulation, stop_rule, measure
-- columns:
--   collection
--   omitted_team: team left out of the pool; null if no team is left out
--   stop_rule
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   num_trials: number of trials
--   num_labels: mean number of judgments of a trial
--   min_labels: smallest number of judgments of a trial
--   max_labels: largest number of judgments of a trial
--   num_topics: mean number of evaluated topics of a trial
--   rel_share: mean share of the official relevant items that a trial finds
--   tau_b: mean of Kendall's tau-b with the official order
--   min_tau_b: smallest Kendall's tau-b of a trial
--   tau_ap: mean of the AP correlation with the official order
--   max_drop: largest number of ranks that a run loses in a trial
-- needs: studies
-- caveats: see judging.simulation_run_scores
-- example: from judging.simulation_criteria(['official', 'heuristic', 'budget:400']) where omitted_team is null
create or replace macro judging.simulation_criteria(stop_rules := null, growth := null, with_omitted := true) as table
select
    trials.simulation,
    trials.collection,
    trials.omitted_team,
    trials.stop_rule,
    trials.measure,
    count(*) as num_trials,
    avg(trials.num_labels) as num_labels,
    min(trials.num_labels) as min_labels,
    max(trials.num_labels) as max_labels,
    avg(trials.num_topics) as num_topics,
    statistics.exact_mean(trials.rel_share) as rel_share,
    statistics.exact_mean(trials.tau_b) as tau_b,
    min(trials.tau_b) as min_tau_b,
    statistics.exact_mean(trials.tau_ap) as tau_ap,
    max(trials.max_drop) as max_drop,
from judging.simulation_trials(stop_rules, growth, with_omitted := with_omitted) as trials
group by trials.simulation, trials.collection, trials.omitted_team, trials.stop_rule, trials.measure;
