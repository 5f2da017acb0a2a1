-- Descriptions of runs in leaderboards: a column added here stands in those of terminals, LaTeX, frames, assistants, reports
-- and papers, for one collection and for several.
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
