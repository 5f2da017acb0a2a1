-- The team of a run for grouping and counting: a run whose team is unknown is a team by itself.
--
-- source: a run without a known team cannot be attributed to another team; main.runs
-- params:
--   team: team of the run, a column of main.runs; null if unknown
--   run_id: name of the run
-- returns: the team; 'run ' followed by the name of the run if the team is unknown
-- example: select count(distinct systems.team_of(team, run_id)) from main.runs where is_submission
create or replace macro systems.team_of(team, run_id) as coalesce(team, 'run ' || run_id);
