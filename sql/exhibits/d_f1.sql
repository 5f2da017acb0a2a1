-- A screenshot of the crowd workers' task.
--
-- source: TREC 2021 Deep Learning overview, Figure 1
-- grain: element
-- columns:
--   element: part of the screen
-- caveats: always empty: a screenshot holds nothing to compute
-- example: from exhibits.d_f1
create or replace view exhibits.d_f1 as
select
    null::varchar as element,
where false;
