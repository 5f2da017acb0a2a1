-- Columns that leaderboards show about each run in addition to its scores: team, type of run and methods. Every run has a row.
--
-- source: main.runs
-- grain: collection, run_id
-- columns:
--   team, subtask, category
--   stage: 'single' or 'multi', as self-reported in 2021
--   dense: whether dense retrieval was used, as self-reported in 2021
--   is_submission
--   in_overview: whether the overview lists the run; null if there is no overview table
-- faces:
--   team: terminal, measures, page
--   subtask: terminal, page
--   category: terminal, measures, page
--   stage: page
--   dense: page
--   is_submission: programs
--   in_overview: page
-- needs: runs
-- example: from run_columns.description where collection = 'trec2021-passages' order by run_id
create or replace view run_columns.description as
select
    runs.collection,
    runs.run_id,
    runs.team,
    runs.subtask,
    runs.category,
    runs.stage,
    runs.dense,
    runs.is_submission,
    runs.in_overview,
from main.runs as runs;
