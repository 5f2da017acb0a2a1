-- The team that a run counts for wherever teams are grouped or counted: a run without a known team is one of its own.
--
-- source: what nobody is known to share cannot be another's; main.runs
-- params:
--   team: team of the run, a column of main.runs; null when unknown
--   run_id: name of the run
-- returns: the team; 'run ' and the name of the run when it is unknown
-- example: select count(distinct systems.team_of(team, run_id)) from main.runs where is_submission
create or replace macro systems.team_of(team, run_id) as coalesce(team, 'run ' || run_id);
