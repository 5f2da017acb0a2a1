-- Scores that MTEB computed: means over the topics of a task.
--
-- source: files of MTEB (dltrack ingest mteb)
-- grain: collection, model, task, split, subset, metric
-- parents: collections
-- columns:
--   model: name of the file, or as it was given for the load: the run's name here
--   task: MTEB's name of the task
--   split: MTEB's split, as 'test'
--   subset: MTEB's subset, as 'default'
--   metric: MTEB's name, as 'ndcg_at_10'
--   value: as MTEB wrote it
create table if not exists main.mteb_scores (
    collection varchar not null,
    model varchar not null,
    task varchar not null,
    split varchar not null,
    subset varchar not null,
    metric varchar not null,
    value double not null
);
