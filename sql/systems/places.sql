-- Where scores would stand among the submitted runs of a collection: all of them in one pass.
--
-- source: systems.field_by; main.runs
-- grain: position; none where no submitted run has a score by the measure, all have the one asked about, or the measure has
--   no better or worse
-- params:
--   measures: measure of each score, as a list
--   scores: means over the judged topics, by the conventions of the collection
--   run_names: runs that have the scores, which are not compared with themselves; null for a run that nobody knows
-- columns:
--   position: place of the score in the lists, from 1 on
--   place: 1 + number of submitted runs with a better score, compared to the decimals of the field (systems.field)
--   num_runs: submitted runs that have a score by this measure, and the one asked about
--   tied_with: submitted runs that share the place, with the same score to so many decimals, as a list by name; empty for none
--   above: submitted run next above; of equal ones the last by name; null for the first place
--   above_value: its score
--   below: submitted run next below; of equal ones the first by name; null for the last place
--   below_value: its score
--   beaten: categories of which every run has a worse score, as a list
--   provenance: where the scores of the submitted runs come from; several separated by commas
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
-- among equals there is no place
having min(least(others.merit, others.score)) < max(greatest(others.merit, others.score));
