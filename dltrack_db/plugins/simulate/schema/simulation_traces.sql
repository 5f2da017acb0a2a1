-- The order in which a simulated assessor judged the items of a topic, and the answers.
--
-- source: dltrack simulate
-- grain: simulation, trial, query_id, step
-- parents: simulation_topics
-- columns:
--   trial: from 1; all chance of a trial comes from seed, trial and topic, whichever team is left out
--   query_id
--   step: position from 1 in the order of judging
--   doc_id: the judged item, once per trace
--   judged_as: the answer: the grade in the official labels; 0 for an item they do not hold, which counts as not relevant
--   score: what the strategy chose by, rounded to 9 decimals; null where chance alone chose
-- caveats: traces go as far as the stop rule of the simulation and the official number of judgments ask, or further
create table if not exists main.simulation_traces (
    simulation varchar not null,
    trial integer not null,
    query_id varchar not null,
    step integer not null,
    doc_id varchar not null,
    judged_as smallint not null,
    score double
);
