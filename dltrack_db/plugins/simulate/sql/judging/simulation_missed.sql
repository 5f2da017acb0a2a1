-- One row for each relevant item that simulated judging misses, with the team that pools the item if only one team does.
--
-- source: TREC 2019 overview, section 5 (Leave-Out-Uniques); Zobel 1998
-- grain: simulation, stop_rule, query_id, doc_id
-- columns:
--   collection
--   omitted_team: team left out of the pool; null if no team is left out
--   stop_rule, query_id
--   doc_id: relevant item
--   relevance: official grade
--   num_missed: number of trials that end before the item is judged
--   num_trials: number of trials
--   unique_team: the only team whose runs return the item within the pool depth; null if there are several teams or none
--   num_teams: number of teams whose runs return the item within the pool depth
--   best_rank: best rank in any compared run; null if no run returned the item
-- needs: studies
-- caveats: uses the pool depth of the simulation. Topics whose traces end before the rule stops are excluded
-- example: select unique_team, count(*) from judging.simulation_missed('official') group by all order by all
create or replace macro judging.simulation_missed(stop_rules := null) as table
with
stops as (
    select simulation, collection, trial, query_id, stop_rule, num_labels,
    from judging.simulation_stops(stop_rules)
    where is_reached
),

relevant as (
    select collection, query_id, doc_id, relevance,
    from metrics.judgments()
    where is_relevant
),

missed as (
    select
        stops.simulation,
        stops.collection,
        stops.stop_rule,
        stops.query_id,
        relevant.doc_id,
        relevant.relevance,
        count(*) filter (where traces.step is null or traces.step > stops.num_labels) as num_missed,
        count(*) as num_trials,
    from stops
    inner join relevant on stops.collection = relevant.collection and stops.query_id = relevant.query_id
    left join main.simulation_traces as traces
        on stops.simulation = traces.simulation
        and stops.trial = traces.trial
        and stops.query_id = traces.query_id
        and relevant.doc_id = traces.doc_id
    group by
        stops.simulation, stops.collection, stops.stop_rule, stops.query_id, relevant.doc_id, relevant.relevance
),

returned as (
    select
        hits.collection,
        hits.query_id,
        hits.doc_id,
        compared_runs.team,
        min(hits.rank) as best_rank,
    from metrics.hits() as hits
    inner join judging.compared_runs as compared_runs
        on hits.collection = compared_runs.collection and hits.run_id = compared_runs.run_id
    where hits.is_relevant
    group by hits.collection, hits.query_id, hits.doc_id, compared_runs.team
),

depths as (
    select distinct collection, pool_depth,
    from main.simulations
),

pooled as (
    select
        returned.collection,
        depths.pool_depth,
        returned.query_id,
        returned.doc_id,
        count(distinct returned.team) filter (where returned.best_rank <= depths.pool_depth) as num_teams,
        min(returned.team) filter (where returned.best_rank <= depths.pool_depth) as first_team,
        min(returned.best_rank) as best_rank,
    from returned
    inner join depths on returned.collection = depths.collection
    group by returned.collection, depths.pool_depth, returned.query_id, returned.doc_id
)

select
    missed.simulation,
    missed.collection,
    simulations.omitted_team,
    missed.stop_rule,
    missed.query_id,
    missed.doc_id,
    missed.relevance,
    missed.num_missed,
    missed.num_trials,
    case when pooled.num_teams = 1 then pooled.first_team end as unique_team,
    coalesce(pooled.num_teams, 0) as num_teams,
    pooled.best_rank,
from missed
inner join main.simulations as simulations on missed.simulation = simulations.simulation
left join pooled
    on missed.collection = pooled.collection
    and simulations.pool_depth = pooled.pool_depth
    and missed.query_id = pooled.query_id
    and missed.doc_id = pooled.doc_id
where missed.num_missed > 0;
