-- The submitted runs in the order of a measure, for the bar plot by run type.
--
-- source: systems.field_by
-- grain: collection, run_id
-- params:
--   measure: trec_eval's name, as in metrics.run_scores
-- columns:
--   run_id: submitted run, even if the overview does not list it
--   measure
--   position: 1 for the best value; equal values in order of run_id
--   team, category, subtask
--   value: the run's score
--   is_best_of_category: whether the run is the first of its category
-- needs: runs
-- example: from systems.run_positions_by('map') where collection = 'trec2021-passages' order by position
create or replace macro systems.run_positions_by(measure) as table
select
    scores.collection,
    scores.run_id,
    scores.measure,
    row_number() over (by_collection order by scores.merit desc, scores.run_id asc) as position,
    runs.team,
    runs.category,
    runs.subtask,
    scores.value,
    row_number() over (by_category order by scores.merit desc, scores.run_id asc) = 1 as is_best_of_category,
from systems.field_by([measure]) as scores
inner join main.runs as runs on scores.collection = runs.collection and scores.run_id = runs.run_id
where
    scores.merit is not null
    and scores.unranked is null
    and runs.is_submission
window
    by_collection as (partition by scores.collection),
    by_category as (partition by scores.collection, runs.category);
