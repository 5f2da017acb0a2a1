-- How many pairs of runs a measure tells apart under simulated labels: the share with a t-test below alpha.
--
-- source: Sakai, SIGIR 2006, as statistics.discriminative_power has it for the official labels
-- grain: simulation, trial, stop_rule, measure
-- params:
--   stop_rules: one rule or a list of them, see judging.simulation_stops; null for the rule of each simulation
--   alpha: level of significance
--   with_omitted: whether simulations that leave out a team are taken too
-- columns:
--   simulation: simulation, see simulations
--   collection: judged task
--   trial: trial from 1
--   stop_rule: stopping rule
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   num_pairs: pairs of runs
--   num_significant: pairs that the paired t-test over the evaluated topics tells apart
--   power: their share
-- caveats: as judging.simulation_query_scores
-- example: from judging.simulation_power(['fixed:50', 'official']) where trial = 1
create or replace macro judging.simulation_power(stop_rules := null, alpha := 0.05, with_omitted := true) as table
with
vectors as (
    select
        scores.simulation,
        scores.collection,
        scores.trial,
        scores.stop_rule,
        scores.measure,
        scores.run_id,
        list(scores.value order by scores.query_id) as topic_values,
        sum(scores.value) as total,
        sum(scores.value * scores.value) as squares,
        count(*) as num_q,
    from judging.simulation_query_scores(stop_rules, with_omitted := with_omitted) as scores
    group by
        scores.simulation, scores.collection, scores.trial, scores.stop_rule, scores.measure, scores.run_id
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
        a.collection,
        a.trial,
        a.stop_rule,
        a.measure,
        a.num_q,
        (a.total - b.total) / a.num_q as mean,
        -- zero but for rounding where two runs score alike
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
)

select
    differences.simulation,
    differences.collection,
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
    count(*) filter (
        where
        abs(differences.mean) > 1e-12
        and abs(differences.mean)
        > critical.t * sqrt(differences.squares / (differences.num_q - 1) / differences.num_q)
    ) / count(*) as power,
from differences
inner join critical on differences.num_q = critical.num_q
group by
    differences.simulation,
    differences.collection,
    differences.trial,
    differences.stop_rule,
    differences.measure;
