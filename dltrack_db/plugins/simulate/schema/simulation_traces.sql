-- One row for each simulated judgment: the items of a topic in the order of judging, with their grades.
--
-- source: dltrack simulate
-- grain: simulation, trial, query_id, step
-- parents: simulation_topics
-- columns:
--   trial: from 1; all random draws of a trial depend on seed, trial and topic only, not on the omitted team
--   query_id
--   step: position from 1 in the order of judging
--   doc_id: the judged item, once per trace
--   judged_as: the grade in the official labels; 0, not relevant, for items without a label
--   score: the strategy's score of the item, rounded to 9 decimals; null for a random choice
-- caveats: traces are at least as long as the stop rule of the simulation and the official number of judgments require
create table if not exists main.simulation_traces (
    simulation varchar not null,
    trial integer not null,
    query_id varchar not null,
    step integer not null,
    doc_id varchar not null,
    judged_as smallint not null,
    score double
);
