-- Groups and submitted runs of 2021 by category and subtask.
--
-- source: TREC 2021 Deep Learning overview, Table 1; values from systems.participation
-- grain: kind
-- columns:
--   kind: what is counted
--   docs: of the document task
--   passages: of the passage task
--   from_print
-- caveats: groups without the organizers' baselines; over all submitted runs whose description is known, loaded or not
-- example: from exhibits.d_t1
create or replace view exhibits.d_t1 as
select
    participation.kind,
    participation.docs,
    participation.passages,
    (
        select nullif(list(printed_columns.task order by printed_columns.task), []),
        from published.printed_columns as printed_columns
        where printed_columns.year = 2021 and printed_columns.column_name = participation.attribute
    ) as from_print,
from systems.participation(2021) as participation
order by participation.place;
