-- Effectiveness of the ranked runs against numbers that were noted for the runs, such as latency: one row per run and number.
-- The Pareto front is marked: the runs that no other run beats in both value and number.
--
-- source: systems.field_by, systems.run_numbers
-- grain: collection, name, run_id
-- params:
--   measure: trec_eval's name of the measure
-- columns:
--   measure: the measure of the value
--   name: name of the number, like 'latency_ms'; lower numbers are assumed to be better
--   number: the run's number
--   run_id, team, category
--   value: the run's score
--   is_on_line: whether the run is on the front: no other ranked run is at least as good in both value and number and strictly
--     better in value or number
--   place: position on the front, from 1 for the lowest number; runs with equal value and number share a position; null for
--     other runs
-- needs: run notes
-- example: select run_id, number, value from systems.pareto_by('ndcg_cut_10') where is_on_line order by name, place
create or replace macro systems.pareto_by(measure) as table
with points as (
    select
        field.collection,
        field.measure,
        numbers.name,
        numbers.value as number,
        field.run_id,
        field.value,
        field.merit,
    from systems.field_by([measure], with_unstored := true) as field
    inner join systems.run_numbers as numbers
        on field.collection = numbers.collection and field.run_id = numbers.run_id
    where field.unranked is null and catalog.has_measures([measure])
),

-- the best run with a lower number, and the best run with the same number
compared as (
    select
        points.*,
        max(points.merit) over (
            partition by points.collection, points.name order by points.number
            range between unbounded preceding and current row exclude group
        ) as best_of_lower,
        max(points.merit) over (partition by points.collection, points.name, points.number) as best_of_equal,
    from points
),

marked as (
    select
        compared.*,
        compared.merit = compared.best_of_equal and coalesce(compared.merit > compared.best_of_lower, true) as is_on_line,
    from compared
)

select
    marked.collection,
    marked.measure,
    marked.name,
    marked.number,
    marked.run_id,
    runs.team,
    runs.category,
    marked.value,
    marked.is_on_line,
    case
        when marked.is_on_line
            then dense_rank() over (
                partition by marked.collection, marked.name, marked.is_on_line order by marked.number
            )
    end as place,
from marked
left join main.runs as runs on marked.collection = runs.collection and marked.run_id = runs.run_id;
