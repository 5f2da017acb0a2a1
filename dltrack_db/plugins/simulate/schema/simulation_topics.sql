-- One row for each topic of a simulation: the size of its pool and the number of items that could be judged.
--
-- source: dltrack simulate
-- grain: simulation, query_id
-- parents: simulations
-- columns:
--   pool_size: number of items in the pool, called P in the heuristic; a learner judges these items first
--   num_candidates: number of items that may be judged, which is the maximum length of a trace
--   num_judged: number of official judgments of the topic
--   is_shared: whether omitting the team changes nothing for the topic, so that the traces equal those with all teams
create table if not exists main.simulation_topics (
    simulation varchar not null,
    query_id varchar not null,
    pool_size integer not null,
    num_candidates integer not null,
    num_judged integer not null,
    is_shared boolean not null
);
