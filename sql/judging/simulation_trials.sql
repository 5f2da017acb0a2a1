-- What each simulated trial costs, what it finds, and how far the order of the runs under its labels is the official one.
--
-- source: TREC 2019 overview, section 5, tables 6 and 7
-- grain: simulation, trial, stop_rule, measure
-- params:
--   stop_rules: one rule or a list of them, see judging.simulation_stops; null for the rule of each simulation
--   growth: of the heuristic; null for that of the simulation
--   with_omitted: whether simulations that leave out a team are taken too
-- columns:
--   simulation: simulation, see simulations
--   collection: judged task
--   omitted_team: team left out of the pool; null for none
--   trial: trial from 1
--   stop_rule: stopping rule
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   num_labels: judgments made, those of topics that are not evaluated included
--   num_rel: relevant items found
--   rel_share: num_rel over the relevant items of the official labels
--   num_topics: topics evaluated
--   num_runs: runs compared
--   tau_b: Kendall's tau-b between the order of the runs and the official one; null where all runs are equal
--   tau_ap: AP correlation with the official order, in which a swap at the top counts more
--   max_drop: most places any run falls
--   max_drop_run_id: the run that falls most; of several the first by name
-- caveats: as judging.simulation_run_scores
-- example: select trial, measure, tau_b, max_drop from judging.simulation_trials('official') where omitted_team is null
create or replace macro judging.simulation_trials(stop_rules := null, growth := null, with_omitted := true) as table
with
costs as (
    select
        stops.simulation,
        stops.collection,
        stops.trial,
        stops.stop_rule,
        sum(stops.num_labels)::bigint as num_labels,
        sum(stops.num_rel)::bigint as num_rel,
        count(*) filter (where stops.is_included) as num_topics,
    from judging.simulation_stops(stop_rules, growth, with_omitted := with_omitted) as stops
    group by stops.simulation, stops.collection, stops.trial, stops.stop_rule
),

official as (
    select
        collection,
        sum(num_rel) as num_rel,
    from judging.topic_statistics
    group by collection
),

orders as (
    select
        scores.simulation,
        scores.trial,
        scores.stop_rule,
        scores.measure,
        count(*) as num_runs,
        list(round(scores.value, 4) order by scores.run_id) as new_values,
        list(round(scores.official_value, 4) order by scores.run_id) as official_values,
        max(scores.drop) as max_drop,
        first(scores.run_id order by scores.drop desc, scores.run_id asc) as max_drop_run_id,
    from judging.simulation_run_scores(stop_rules, growth, with_omitted := with_omitted) as scores
    group by scores.simulation, scores.trial, scores.stop_rule, scores.measure
)

select
    orders.simulation,
    costs.collection,
    simulations.omitted_team,
    orders.trial,
    orders.stop_rule,
    orders.measure,
    costs.num_labels,
    costs.num_rel,
    costs.num_rel / nullif(official.num_rel, 0) as rel_share,
    costs.num_topics,
    orders.num_runs,
    statistics.kendall_tau_b(orders.official_values, orders.new_values) as tau_b,
    statistics.tau_ap(orders.official_values, orders.new_values) as tau_ap,
    orders.max_drop,
    orders.max_drop_run_id,
from orders
inner join costs
    on orders.simulation = costs.simulation
    and orders.trial = costs.trial
    and orders.stop_rule = costs.stop_rule
inner join main.simulations as simulations on orders.simulation = simulations.simulation
inner join official on costs.collection = official.collection;
