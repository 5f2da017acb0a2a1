-- What every leaderboard says of a run beside its scores: a column added here stands in all of them, in a terminal, in LaTeX,
-- in frames, in the report, on the page and in the folder for a paper, for one collection and for several.
--
-- source: main.runs
-- grain: collection, run_id
-- columns:
--   team, subtask, category
--   stage: 'single' or 'multi', as self-reported in 2021
--   dense: whether dense retrieval was used, as self-reported in 2021
--   is_submission
--   in_overview: whether the overview lists the run; null when there is no such table
-- needs: runs
-- example: from systems.run_columns where collection = 'trec2021-passages' order by run_id
create or replace view systems.run_columns as
select
    runs.collection,
    runs.run_id,
    runs.team,
    runs.subtask,
    runs.category,
    runs.stage,
    runs.dense,
    coalesce(runs.is_submission, false) as is_submission,
    runs.in_overview,
from main.runs as runs;
