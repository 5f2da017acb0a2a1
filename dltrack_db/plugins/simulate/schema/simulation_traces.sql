-- One row for each simulated judgment: an item, its grade, and its position in the order of judging of the topic.
--
-- source: dltrack simulate
-- grain: simulation, trial, query_id, step
-- parents: simulation_topics
-- columns:
--   trial: trial from 1; all random draws of a trial depend only on seed, trial and topic, not on the omitted team
--   query_id
--   step: position in the order of judging, from 1
--   doc_id: judged item; occurs once per trace
--   judged_as: grade in the official labels; 0 (not relevant) for items without a label
--   score: score of the item by the strategy, rounded to 9 decimals; null for a random choice
-- caveats: a trace has at least as many judgments as the stopping rule of the simulation requires, and as the official labels
--   have
create table if not exists main.simulation_traces (
    simulation varchar not null,
    trial integer not null,
    query_id varchar not null,
    step integer not null,
    doc_id varchar not null,
    judged_as smallint not null,
    score double
);
