-- Submitted runs of 2021 that the overview's tables do not list.
--
-- source: TREC 2021 Deep Learning overview, section 4
-- grain: task
-- columns:
--   runs_removed: number of submitted runs that the table does not list
--   run_ids: names of the runs that the table does not list
--   from_print
-- caveats: the paper does not say why the runs are not listed
-- example: from exhibits.d_s16
create or replace view exhibits.d_s16 as
select
    collections.task,
    count(*) filter (where not runs.in_overview) as runs_removed,
    list(runs.run_id order by runs.run_id) filter (where not runs.in_overview) as run_ids,
    case
        when (2021, collections.task, 'in_overview') in (
            select (printed_columns.year, printed_columns.task, printed_columns.column_name),
            from published.printed_columns as printed_columns
        )
            then ['runs_removed']
    end as from_print,
from main.runs as runs
inner join catalog.track_collections as collections on runs.collection = collections.collection
where runs.is_submission and collections.year = 2021
group by collections.task
order by collections.task;
