-- One row for each simulated trial, rule and measure: number of judgments and of relevant items found, similarity of the order
-- of the runs to the official order, and number of pairs of runs that a t-test separates.
--
-- source: TREC 2019 overview, section 5, tables 6 and 7; power as in Sakai, SIGIR 2006, and
--   statistics.discriminative_power for the official labels
-- grain: simulation, trial, stop_rule, measure
-- params:
--   alpha: significance level for num_significant
-- columns:
--   collection
--   omitted_team: team left out of the pool; null if no team is left out
--   trial, stop_rule
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   num_labels: number of judgments, including judgments of topics that are not evaluated
--   num_rel: number of relevant items found
--   rel_share: num_rel / number of relevant items in the official labels
--   num_topics: number of evaluated topics
--   num_runs
--   tau_b: Kendall's tau-b between the order of the runs and the official order; null if all runs are equal
--   tau_ap: AP correlation with the official order, which weights swaps at the top more
--   max_drop: largest number of ranks that a run loses
--   max_drop_run_id: run that loses most ranks; the first by name if tied
--   num_pairs: number of pairs of runs
--   num_significant: number of pairs that a paired t-test over the evaluated topics separates at alpha
--   power: num_significant / num_pairs; null for fewer than two runs or topics
-- needs: studies
-- caveats: see judging.simulation_run_scores
-- example: select trial, measure, tau_b, max_drop from judging.simulation_trials('official') where omitted_team is null
create or replace macro judging.simulation_trials(stop_rules := null, growth := null, with_omitted := true, alpha := 0.05) as table
with
scores as materialized (
    select simulation, trial, stop_rule, measure, run_id, value, official_value, drop, topic_values,
    from judging.simulation_run_scores(stop_rules, growth, with_omitted := with_omitted)
),

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
    from scores
    group by scores.simulation, scores.trial, scores.stop_rule, scores.measure
),

vectors as (
    select
        scores.simulation,
        scores.trial,
        scores.stop_rule,
        scores.measure,
        scores.run_id,
        scores.topic_values,
        list_sum(scores.topic_values) as total,
        list_inner_product(scores.topic_values, scores.topic_values) as squares,
        len(scores.topic_values) as num_q,
    from scores
),

critical as (
    select
        sizes.num_q,
        statistics.student_critical(sizes.num_q - 1, alpha) as t,
    from (select distinct num_q from vectors where num_q > 1) as sizes
),

differences as (
    select
        a.simulation,
        a.trial,
        a.stop_rule,
        a.measure,
        a.num_q,
        (a.total - b.total) / a.num_q as mean,
        -- zero, apart from rounding, if two runs have equal scores
        greatest(
            a.squares + b.squares - 2 * list_inner_product(a.topic_values, b.topic_values)
            - (a.total - b.total) * (a.total - b.total) / a.num_q,
            0
        ) as squares,
    from vectors as a
    inner join vectors as b
        on a.simulation = b.simulation
        and a.trial = b.trial
        and a.stop_rule = b.stop_rule
        and a.measure = b.measure
        and a.run_id < b.run_id
),

powers as (
    select
        differences.simulation,
        differences.trial,
        differences.stop_rule,
        differences.measure,
        count(*) as num_pairs,
        count(*) filter (
            where
            abs(differences.mean) > 1e-12
            and abs(differences.mean)
            > critical.t * sqrt(differences.squares / (differences.num_q - 1) / differences.num_q)
        ) as num_significant,
    from differences
    inner join critical on differences.num_q = critical.num_q
    group by differences.simulation, differences.trial, differences.stop_rule, differences.measure
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
    powers.num_pairs,
    powers.num_significant,
    powers.num_significant / powers.num_pairs as power,
from orders
inner join costs
    on orders.simulation = costs.simulation
    and orders.trial = costs.trial
    and orders.stop_rule = costs.stop_rule
left join powers
    on orders.simulation = powers.simulation
    and orders.trial = powers.trial
    and orders.stop_rule = powers.stop_rule
    and orders.measure = powers.measure
inner join main.simulations as simulations on orders.simulation = simulations.simulation
inner join official on costs.collection = official.collection;
