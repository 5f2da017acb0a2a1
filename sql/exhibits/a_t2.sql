-- Groups and submitted runs of 2019 by category and subtask.
--
-- source: TREC 2019 Deep Learning overview, Table 2; values from systems.participation
-- grain: kind
-- columns:
--   kind: what is counted
--   docs: of the document task
--   passages: of the passage task
--   from_print
-- caveats: groups without the organizers' baselines; over all submitted runs whose description is known, loaded or not
-- example: from exhibits.a_t2
create or replace view exhibits.a_t2 as
select
    participation.kind,
    participation.docs,
    participation.passages,
    (
        select nullif(list(printed_columns.task order by printed_columns.task), []),
        from published.printed_columns as printed_columns
        where printed_columns.year = 2019 and printed_columns.column_name = participation.attribute
    ) as from_print,
from systems.participation(2019) as participation
where participation.kind <> 'baselines'
order by participation.place;
