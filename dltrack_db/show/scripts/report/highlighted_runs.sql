-- The runs of a database, some of which count as submitted here. Variable: `highlighted`.
create or replace view main.runs as
select
    runs.* replace (
        runs.is_submission or list_contains(getvariable('highlighted'), runs.run_id) as is_submission,
        runs.in_overview or list_contains(getvariable('highlighted'), runs.run_id) as in_overview
    ),
from dltrack.main.runs as runs
