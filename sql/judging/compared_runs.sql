-- The runs that simulations of judging use as input and score: the submitted runs if any are loaded, otherwise all loaded
-- runs.
--
-- source: TREC 2019 overview, section 5 (all submitted runs)
-- grain: collection, run_id
-- columns:
--   run_id: run with loaded rankings, not only loaded scores
--   team: team of the run, see systems.team_of
--   is_submission: whether the compared runs are the collection's submitted runs
-- needs: runs
-- example: select collection, is_submission, count(*) from judging.compared_runs group by all
create or replace view judging.compared_runs as
select
    runs.collection,
    runs.run_id,
    systems.team_of(runs.team, runs.run_id) as team,
    runs.is_submission,
from main.runs as runs
where runs.source_file is not null
qualify runs.is_submission or not bool_or(runs.is_submission) over (partition by runs.collection);
