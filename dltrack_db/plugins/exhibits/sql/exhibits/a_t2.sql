-- Groups and submitted runs of 2019 by category and subtask.
--
-- source: TREC 2019 Deep Learning overview, Table 2; values from systems.participation
-- grain: kind
-- columns:
--   kind: counted kind: groups, runs, or runs of a category or subtask
--   docs: number in the document task
--   passages: number in the passage task
--   from_print
-- caveats: the organizers are not counted as a group. Runs are all submitted runs with a known description, even
--   if their rankings are not loaded
-- example: from exhibits.a_t2
create or replace view exhibits.a_t2 as
with printed as (
    select
        printed_columns.column_name,
        list(printed_columns.task order by printed_columns.task) as tasks,
    from published.printed_columns as printed_columns
    where printed_columns.year = 2019
    group by printed_columns.column_name
)

select
    participation.kind,
    participation.docs,
    participation.passages,
    printed.tasks as from_print,
from systems.participation(2019) as participation
left join printed on participation.attribute = printed.column_name
where participation.kind <> 'baselines'
order by participation.place;
