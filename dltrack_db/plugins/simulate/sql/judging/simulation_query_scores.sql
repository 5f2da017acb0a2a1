-- One row for each run, topic and measure, with the score by simulated labels. They need not be loaded as a label set.
--
-- source: TREC 2019 overview, section 5; trec_eval map, P_10 and ndcg_cut_10 as in metrics
-- grain: simulation, trial, stop_rule, run_id, query_id, measure
-- columns:
--   collection, trial, stop_rule
--   run_id: run, see judging.compared_runs
--   query_id: judged topic that the rule keeps
--   measure: 'map', 'P_10' or 'ndcg_cut_10'
--   value: score; 0 for a topic without relevant items or without results of the run, as in trec_eval -c
-- needs: studies
-- caveats: contains only topics whose trace is as long as the rule requires. Items without an official label are treated as
--   not relevant, so only officially judged items are read
-- example: select run_id, avg(value) from judging.simulation_query_scores('budget:400') where measure = 'map' group by all
create or replace macro judging.simulation_query_scores(stop_rules := null, growth := null, with_omitted := true) as table
with
stops as (
    select simulation, collection, trial, query_id, stop_rule, num_labels, num_rel,
    from judging.simulation_stops(stop_rules, growth, with_omitted := with_omitted)
    where is_reached and is_included
),

labels as (
    select
        traces.simulation,
        simulations.collection,
        traces.trial,
        traces.query_id,
        traces.doc_id,
        traces.step,
        traces.judged_as,
    from main.simulation_traces as traces
    inner join main.simulations as simulations on traces.simulation = simulations.simulation
    where traces.judged_as > 0 and (with_omitted or simulations.omitted_team is null)
),

best_order as (
    select
        stops.simulation,
        stops.trial,
        stops.query_id,
        stops.stop_rule,
        labels.judged_as,
        row_number() over (
            partition by stops.simulation, stops.trial, stops.query_id, stops.stop_rule
            order by labels.judged_as desc
        ) as rank,
    from stops
    inner join labels
        on stops.simulation = labels.simulation
        and stops.trial = labels.trial
        and stops.query_id = labels.query_id
        and labels.step <= stops.num_labels
),

ideals as (
    select
        simulation,
        trial,
        query_id,
        stop_rule,
        statistics.exact_sum(judged_as * metrics.discount(rank)) as ideal_dcg,
    from best_order
    where rank <= 10
    group by simulation, trial, query_id, stop_rule
),

hits as (
    select
        labels.simulation,
        labels.trial,
        official.run_id,
        labels.query_id,
        -- one list per ranking for all rules, so that more rules need no more joins; sorted afterwards, because an ordered
        -- aggregate uses 8 kB for every ranking until all rankings are aggregated
        list_sort(list({ 'rank': official.rank, 'step': labels.step }) filter (where official.is_relevant)) as relevant,
        list_sort(
            list({
                'rank': official.rank, 'step': labels.step, 'gain': official.gain * metrics.discount(official.rank)
            }) filter (where official.rank <= 10)
        ) as gains,
    from metrics.hits() as official
    inner join judging.compared_runs as compared_runs
        on official.collection = compared_runs.collection and official.run_id = compared_runs.run_id
    inner join labels
        on official.collection = labels.collection
        and official.query_id = labels.query_id
        and official.doc_id = labels.doc_id
    where official.is_relevant or (official.gain > 0 and official.rank <= 10)
    group by labels.simulation, labels.trial, official.run_id, labels.query_id
),

found as (
    select
        stops.simulation,
        stops.collection,
        stops.trial,
        stops.stop_rule,
        compared_runs.run_id,
        stops.query_id,
        stops.num_rel,
        ideals.ideal_dcg,
        list_transform(
            list_filter(hits.relevant, lambda hit: hit['step'] <= stops.num_labels), lambda hit: hit['rank']
        ) as ranks,
        list_sum(
            list_transform(
                hits.gains, lambda hit: case when hit['step'] <= stops.num_labels then hit['gain'] else 0 end
            )
        ) as dcg,
    from stops
    inner join judging.compared_runs as compared_runs on stops.collection = compared_runs.collection
    left join hits
        on stops.simulation = hits.simulation
        and stops.trial = hits.trial
        and stops.query_id = hits.query_id
        and compared_runs.run_id = hits.run_id
    left join ideals
        on stops.simulation = ideals.simulation
        and stops.trial = ideals.trial
        and stops.query_id = ideals.query_id
        and stops.stop_rule = ideals.stop_rule
)

select
    found.simulation,
    found.collection,
    found.trial,
    found.stop_rule,
    found.run_id,
    found.query_id,
    unnest(['map', 'P_10', 'ndcg_cut_10']) as measure,
    unnest([
        coalesce(metrics.sum_of_precisions(found.ranks) / nullif(found.num_rel, 0), 0),
        coalesce(len(list_filter(found.ranks, lambda rank: rank <= 10)), 0) / 10,
        coalesce(found.dcg / nullif(found.ideal_dcg, 0), 0),
    ]) as value,
from found;
