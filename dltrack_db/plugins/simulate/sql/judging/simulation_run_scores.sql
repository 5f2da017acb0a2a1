-- One row for each run, trial and measure: the run's mean by the simulated labels, and how many ranks the run loses.
--
-- source: TREC 2019 overview, section 5, tables 6 and 7
-- grain: simulation, trial, stop_rule, measure, run_id
-- columns:
--   collection, trial
--   stop_rule: rule that decides after which judgments a topic is no longer judged
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   run_id: run, see judging.compared_runs
--   team: team of the run, see systems.team_of
--   value: mean over the topics that are kept under stop_rule
--   official_value: mean by the official labels, over all judged topics
--   rank: 1 + number of runs with a higher value
--   official_rank: 1 + number of runs with a higher official value
--   drop: rank - official_rank; positive if the run loses ranks
--   topic_values: values of the run on these topics, in order of query_id
-- needs: studies
-- caveats: a trial has no rows for a rule if the trace of a topic is too short for the rule. Values are rounded to four
--   decimals before ranking
-- example: from judging.simulation_run_scores('budget:400') where drop > 2
create or replace macro judging.simulation_run_scores(stop_rules := null, growth := null, with_omitted := true) as table
with
complete as (
    select simulation, trial, stop_rule,
    from judging.simulation_stops(stop_rules, growth, with_omitted := with_omitted)
    group by simulation, trial, stop_rule
    having bool_and(is_reached)
),

means as (
    select
        scores.simulation,
        scores.collection,
        scores.trial,
        scores.stop_rule,
        scores.measure,
        scores.run_id,
        statistics.exact_mean(scores.value) as value,
        -- sorted afterwards, because an ordered aggregate uses 40 kB for every run, trial and rule until all are aggregated
        list_transform(
            list_sort(list({ 'query_id': scores.query_id, 'value': scores.value })), lambda topic: topic['value']
        ) as topic_values,
    from judging.simulation_query_scores(stop_rules, growth, with_omitted := with_omitted) as scores
    inner join complete
        on scores.simulation = complete.simulation
        and scores.trial = complete.trial
        and scores.stop_rule = complete.stop_rule
    group by
        scores.simulation, scores.collection, scores.trial, scores.stop_rule, scores.measure, scores.run_id
),

official as (
    select
        query_scores.collection,
        query_scores.measure,
        query_scores.run_id,
        compared_runs.team,
        statistics.exact_mean(query_scores.value) as value,
        rank() over (
            partition by query_scores.collection, query_scores.measure
            order by round(statistics.exact_mean(query_scores.value), 4) desc
        ) as rank,
    from metrics.query_scores as query_scores
    inner join judging.compared_runs as compared_runs
        on query_scores.collection = compared_runs.collection and query_scores.run_id = compared_runs.run_id
    where query_scores.measure in ('map', 'P_10', 'ndcg_cut_10')
    group by query_scores.collection, query_scores.measure, query_scores.run_id, compared_runs.team
),

ranked as (
    select
        simulation,
        collection,
        trial,
        stop_rule,
        measure,
        run_id,
        value,
        topic_values,
        rank() over (
            partition by simulation, trial, stop_rule, measure order by round(value, 4) desc
        ) as rank,
    from means
)

select
    ranked.simulation,
    ranked.collection,
    ranked.trial,
    ranked.stop_rule,
    ranked.measure,
    ranked.run_id,
    official.team,
    ranked.value,
    official.value as official_value,
    ranked.rank,
    official.rank as official_rank,
    ranked.rank - official.rank as drop,
    ranked.topic_values,
from ranked
inner join official
    on ranked.collection = official.collection
    and ranked.measure = official.measure
    and ranked.run_id = official.run_id;
