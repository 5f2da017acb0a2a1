-- The best and the median score of the submitted runs of a task, overall and by team, in each edition and by the measures
-- of the overviews. Editions are collections whose names differ only by the year.
--
-- source: metrics.run_scores; systems.overview_measures
-- grain: collection, year, measure, team
-- columns:
--   collection: a collection of the task; the rows of all editions are repeated for each collection
--   year: year of the edition
--   edition_collection: collection of the edition in this row
--   measure: column of systems.leaderboard, at the depth of each overview; only measures that at least two editions have
--   team: team of the runs; null for all runs
--   num_runs
--   best: highest score
--   best_run: run with the highest score; the first by name if tied
--   median: median of the scores
--   num_editions: editions in which the team has scores for the measure
-- needs: runs
-- caveats: topics and labels differ from year to year, so no difference between years shows progress
-- example: from systems.over_editions where collection = 'trec2021-passages' and team is null order by measure, year
create or replace view systems.over_editions as
with tasks as (
    select
        collections.collection,
        collections.year,
        regexp_replace(collections.collection, '(19|20)\d\d', '') as task,
    from main.collections as collections
    where collections.year is not null
    qualify count(distinct collections.year) over (partition by regexp_replace(collections.collection, '(19|20)\d\d', '')) > 1
),

scores as (
    select
        tasks.task,
        tasks.year,
        tasks.collection,
        shown.column_name as measure,
        runs.team,
        run_scores.run_id,
        run_scores.value,
    from metrics.run_scores as run_scores
    inner join tasks on run_scores.collection = tasks.collection
    inner join systems.overview_measures as shown
        on run_scores.collection = shown.collection and run_scores.measure = shown.measure
    inner join main.runs as runs on run_scores.collection = runs.collection and run_scores.run_id = runs.run_id
    where runs.is_submission and run_scores.value is not null
),

summed as (
    select
        scores.task,
        scores.year,
        scores.collection,
        scores.measure,
        scores.team,
        grouping(scores.team) = 1 as is_field,
        count(*) as num_runs,
        max(scores.value) as best,
        first(scores.run_id order by round(scores.value, 12) desc, scores.run_id) as best_run,
        median(scores.value) as median,
    from scores
    group by grouping sets (
        (scores.task, scores.year, scores.collection, scores.measure),
        (scores.task, scores.year, scores.collection, scores.measure, scores.team)
    )
),

counted as (
    select
        summed.*,
        count(*) over (partition by summed.task, summed.measure, summed.team, summed.is_field) as num_editions,
        count(*) filter (where summed.is_field) over (partition by summed.task, summed.measure) as num_years,
    from summed
    where summed.is_field or summed.team is not null
)

select
    tasks.collection,
    counted.year,
    counted.collection as edition_collection,
    counted.measure,
    counted.team,
    counted.num_runs,
    counted.best,
    counted.best_run,
    counted.median,
    counted.num_editions,
from counted
inner join tasks on counted.task = tasks.task
where counted.num_years > 1;
