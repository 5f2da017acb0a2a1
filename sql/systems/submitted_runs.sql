-- The runs that were submitted to a collection. If a collection has submitted runs, views that compare runs leave out its other
-- runs.
--
-- source: main.runs
-- grain: collection, run_id
-- columns:
--   run_id
-- example: select collection, count(*) from systems.submitted_runs group by all
create or replace view systems.submitted_runs as
select
    runs.collection,
    runs.run_id,
from main.runs as runs
where runs.is_submission;
