-- The topics of a simulation: what there was to judge.
--
-- source: dltrack simulate
-- grain: simulation, query_id
-- parents: simulations
-- columns:
--   pool_size: items in the pool, the P of the heuristic; with a learner they are judged first
--   num_candidates: items that may come up; a trace of this length has judged all there is
--   num_judged: judgments of the topic in the official labels
--   is_shared: whether the omitted team changes nothing for the topic, so that the traces are those with all teams
create table if not exists main.simulation_topics (
    simulation varchar not null,
    query_id varchar not null,
    pool_size integer not null,
    num_candidates integer not null,
    num_judged integer not null,
    is_shared boolean not null
);
