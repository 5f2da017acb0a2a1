-- MTEB's score of a model by one metric, and dltrack's score of the run with the model's name.
--
-- source: main.mteb_scores, metrics.run_scores
-- grain: collection, model, task, split, subset, metric
-- columns:
--   model: name of the model and its run
--   task: MTEB's name of the task
--   split: MTEB's split, e.g. 'test'
--   subset: MTEB's subset, e.g. 'default'
--   metric: MTEB's name
--   measure: dltrack's name of the metric
--   by_mteb: MTEB's value
--   value: dltrack's value; null if no run with this name is loaded
--   difference: dltrack's value minus MTEB's
-- needs: runs
-- caveats: MTEB averages over topics with relevant items, dltrack over all judged topics
-- example: from mteb.comparison
create or replace view mteb.comparison as
with named as (
    select
        mteb_scores.*,
        case regexp_extract(mteb_scores.metric, '^(\w+?)_at_', 1)
            when 'ndcg' then 'ndcg_cut_' || regexp_extract(mteb_scores.metric, '\d+$')
            when 'map' then 'map_cut_' || regexp_extract(mteb_scores.metric, '\d+$')
            when 'recall' then 'recall_' || regexp_extract(mteb_scores.metric, '\d+$')
            when 'precision' then 'P_' || regexp_extract(mteb_scores.metric, '\d+$')
        end as measure,
    from main.mteb_scores as mteb_scores
)

select
    named.collection,
    named.model,
    named.task,
    named.split,
    named.subset,
    named.metric,
    named.measure,
    named.value as by_mteb,
    run_scores.value,
    run_scores.value - named.value as difference,
from named
left join metrics.run_scores as run_scores
    on named.collection = run_scores.collection
    and named.model = run_scores.run_id
    and named.measure = run_scores.measure
    and run_scores.provenance = 'rankings'
where named.measure is not null;
