-- Scores computed by MTEB: means over the topics of a task.
--
-- source: files of MTEB (dltrack ingest mteb)
-- grain: collection, model, task, split, subset, metric
-- parents: collections
-- columns:
--   model: name of the model's run: --name of the load, or the file's name
--   task: MTEB's name of the task
--   split: MTEB's split, e.g. 'test'
--   subset: MTEB's subset, e.g. 'default'
--   metric: MTEB's name, e.g. 'ndcg_at_10'
--   value: MTEB's value
create table if not exists main.mteb_scores (
    collection varchar not null,
    model varchar not null,
    task varchar not null,
    split varchar not null,
    subset varchar not null,
    metric varchar not null,
    value double not null
);
