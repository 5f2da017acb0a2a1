-- What would judging fewer items have changed? One row for each study, number of judgments per topic and measure: order of the
-- runs, separated pairs and relevant items found, over all trials.
--
-- source: Cormack, Palmer and Clarke, SIGIR 1998; Losada, Parapar and Barreiro, SAC 2016; TREC 2019 overview, section 5
-- grain: collection, study, stop_rule, measure
-- columns:
--   study: name of the study; only its simulation with all teams is used
--   strategy: method that chooses the next item to judge
--   stop_rule: 'fixed:J', J judgments for every topic, or all candidates if there are fewer
--   num_labels: mean number of judgments of a trial, over all topics
--   label_share: num_labels / number of official labels; can be above 1, because strategies also judge items without an
--     official label
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   num_trials: number of trials
--   rel_share: mean share of the official relevant items that a trial finds
--   tau_b: mean of Kendall's tau-b between the order of the runs and the official order
--   min_tau_b: smallest Kendall's tau-b of a trial
--   tau_ap: mean of the AP correlation with the official order, which weights swaps at the top more
--   max_drop: largest number of ranks that a run loses in a trial
--   power: mean share of pairs of runs that a t-test separates at 0.05
-- needs: studies
-- caveats: among numbers of judgments above the largest number of candidates, only the smallest is listed. For other rules,
--   use judging.simulation_trials
-- example: select strategy, num_labels, tau_b, rel_share from judging.strategy_comparison where measure = 'map' order by all
create or replace view judging.strategy_comparison as
with
depths as (
    select unnest([5, 10, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 2500]) as depth,
),

rules as (
    select
        'fixed:' || depth as stop_rule,
        coalesce(lag(depth) over (order by depth), 0) as depth_before,
    from depths
),

longest as (
    select
        simulation,
        max(num_candidates) as num_candidates,
    from main.simulation_topics
    group by simulation
),

official as (
    select
        collection,
        sum(num_judged) as num_labels,
    from judging.topic_statistics
    group by collection
),

trials as (
    select simulation, collection, trial, stop_rule, measure, num_labels, rel_share, tau_b, tau_ap, max_drop, power,
    from judging.simulation_trials((select list(stop_rule) from rules), with_omitted := false)
)

select
    trials.collection,
    simulations.study,
    simulations.strategy,
    trials.stop_rule,
    avg(trials.num_labels) as num_labels,
    avg(trials.num_labels) / any_value(official.num_labels) as label_share,
    trials.measure,
    count(*) as num_trials,
    statistics.exact_mean(trials.rel_share) as rel_share,
    statistics.exact_mean(trials.tau_b) as tau_b,
    min(trials.tau_b) as min_tau_b,
    statistics.exact_mean(trials.tau_ap) as tau_ap,
    max(trials.max_drop) as max_drop,
    statistics.exact_mean(trials.power) as power,
from trials
inner join main.simulations as simulations on trials.simulation = simulations.simulation
inner join longest on trials.simulation = longest.simulation
inner join official on trials.collection = official.collection
inner join rules on trials.stop_rule = rules.stop_rule
where rules.depth_before < longest.num_candidates
group by trials.collection, simulations.study, simulations.strategy, trials.stop_rule, trials.measure;
