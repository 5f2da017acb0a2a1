-- The value of each tested run (systems.field) on each topic: the input for resampling, the analysis of variance and the
-- power analysis.
--
-- source: metrics.query_scores, systems.field_by
-- grain: collection, measure, run_id, query_id
-- params:
--   measures: trec_eval's names, as a list
-- columns:
--   value: the run's value on the topic
--   merit: value times the direction of the measure, rounded to field_decimals, so that a rounded score can equal an exact
--     score
--   field_decimals: number of decimals for comparing means
-- needs: runs
-- caveats: runs without a score on some topic have no rows; in a collection with submitted runs, runs that were not submitted
--     have no rows either
-- example: select run_id, avg(value) from statistics.field_values(['map']) group by run_id
create or replace macro statistics.field_values(measures) as table
with tested as materialized (
    select
        field.collection,
        field.measure,
        field.run_id,
        field.direction,
        field.field_decimals,
    from systems.field_by(measures) as field
    where field.untested is null
)

select
    query_scores.collection,
    query_scores.measure,
    query_scores.run_id,
    query_scores.query_id,
    query_scores.value,
    round(query_scores.value * tested.direction, tested.field_decimals::integer) as merit,
    tested.field_decimals,
from metrics.query_scores as query_scores
inner join tested
    on query_scores.collection = tested.collection
    and query_scores.measure = tested.measure
    and query_scores.run_id = tested.run_id
where list_contains(measures, query_scores.measure);
