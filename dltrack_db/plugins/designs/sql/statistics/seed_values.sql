-- One row for each measure, run and topic: the values of the runs of given systems, as input for comparing systems.
--
-- source: metrics.query_scores, systems.seed_runs
-- grain: measure, run_id, query_id
-- params:
--   system_names: list of system names
-- columns:
--   measure, run_id, query_id
--   system: name of the system
--   value: the run's value on the topic; null if it is not a number
-- needs: scored runs
-- example: from statistics.seed_values('trec2021-passages', ['ndcg_cut_10'], ['p_bm25']) limit 5
create or replace macro statistics.seed_values(collection_name, measures, system_names) as table
select
    runs.measure,
    runs.run_id,
    query_scores.query_id,
    runs.system,
    case when isfinite(query_scores.value) then query_scores.value end as value,
from systems.seed_runs(collection_name, measures) as runs
inner join metrics.query_scores as query_scores
    on query_scores.collection = collection_name
    and runs.measure = query_scores.measure
    and runs.run_id = query_scores.run_id
where list_contains(system_names, runs.system);
