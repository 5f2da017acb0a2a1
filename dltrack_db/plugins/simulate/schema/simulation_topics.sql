-- One row for each topic of a simulation: the size of its pool and the number of items that could be judged.
--
-- source: dltrack simulate
-- grain: simulation, query_id
-- parents: simulations
-- columns:
--   pool_size: items in the pool, the P of the heuristic; with a learner they are judged first
--   num_candidates: items that may be judged; a trace of this length has judged all of them
--   num_judged: judgments of the topic in the official labels
--   is_shared: whether the omitted team changes nothing for the topic, so that its traces are those with all teams
create table if not exists main.simulation_topics (
    simulation varchar not null,
    query_id varchar not null,
    pool_size integer not null,
    num_candidates integer not null,
    num_judged integer not null,
    is_shared boolean not null
);
