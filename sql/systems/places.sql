-- The ranks that scores would have among the submitted runs of a collection, all computed in one pass.
--
-- source: systems.field_by; main.runs
-- grain: position; no row if no submitted run has a score by the measure, all submitted runs have this score, or the measure
--   has no better direction
-- params:
--   measures: list with the measure of each score
--   scores: list of means over the judged topics, by the conventions of the collection
--   run_names: list with the run of each score, which is not compared with itself; null for a run that is not in the database
-- columns:
--   position: position of the score in the lists, from 1
--   place: rank of the score: 1 + number of submitted runs with a better score, compared at the precision of systems.field
--   num_runs: number of submitted runs with a score by this measure, plus 1 for the given score
--   tied_with: submitted runs with the same rank and score at this precision, as a list by name; empty if there is no tie
--   above: submitted run ranked directly above; among equal runs the last by name; null for the first rank
--   above_value: score of the run `above`
--   below: submitted run ranked directly below; the first by name if tied; null for the last rank
--   below_value: score of the run `below`
--   beaten: categories whose runs all have a worse score, as a list
--   provenance: sources of the submitted runs' scores, separated by commas
-- needs: runs
-- example: from systems.places('trec2021-passages', ['ndcg_cut_10', 'map'], [0.7, 0.2], [null, null])
create or replace macro systems.places(collection_name, measures, scores, run_names) as table
with asked as (
    select
        unnest(range(1, len(measures) + 1)) as position,
        unnest(measures) as measure,
        unnest(scores::double[]) as score,
        unnest(run_names::varchar[]) as run_name,
),

others as (
    select
        asked.position,
        round(asked.score * field.direction, field.field_decimals::integer) as score,
        field.run_id,
        runs.category,
        field.value,
        field.merit,
        field.provenance,
        max(field.merit) over (partition by asked.position, runs.category) as best,
    from systems.field_by(measures, with_unstored := true) as field
    inner join asked
        on field.measure = asked.measure and field.run_id is distinct from asked.run_name
    inner join main.runs as runs
        on
            field.collection = runs.collection
            and field.run_id = runs.run_id
    where
        field.collection = collection_name
        and catalog.has_collections([collection_name])
        and field.unranked is null
        and runs.is_submission
)

select
    others.position,
    1 + count(*) filter (where others.merit > others.score) as place,
    1 + count(*) as num_runs,
    coalesce(
        list(others.run_id order by others.run_id) filter (where others.merit = others.score), []
    ) as tied_with,
    first(others.run_id order by others.merit asc, others.run_id desc) filter (where others.merit > others.score) as above,
    arg_min(others.value, others.merit) filter (where others.merit > others.score) as above_value,
    first(others.run_id order by others.merit desc, others.run_id asc) filter (where others.merit < others.score) as below,
    arg_max(others.value, others.merit) filter (where others.merit < others.score) as below_value,
    list(distinct others.category order by others.category) filter (
        where others.category is not null and others.best < others.score
    ) as beaten,
    string_agg(distinct others.provenance, ', ' order by others.provenance desc) as provenance,
from others
group by others.position, others.score
-- no rank if all scores are equal
having min(least(others.merit, others.score)) < max(greatest(others.merit, others.score));
