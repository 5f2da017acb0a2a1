-- Tables with facts that other software has changed since dltrack's last change.
--
-- source: catalog.fact_checksums compared with main.table_checksums
-- grain: table_name, scope
-- columns:
--   table_name, scope
--   rows_then: number of rows after dltrack's last change; 0 if the scope had none
--   rows_now: current number of rows; 0 if the scope has none
-- caveats: empty in a sound database
-- example: from catalog.changed_facts
create or replace view catalog.changed_facts as
select
    coalesce(kept.table_name, live.table_name) as table_name,
    coalesce(kept.scope, live.scope) as scope,
    coalesce(kept.num_rows, 0) as rows_then,
    coalesce(live.num_rows, 0) as rows_now,
from main.table_checksums as kept
full outer join catalog.fact_checksums as live
    on live.table_name = kept.table_name and live.scope = kept.scope
where
    kept.num_rows is distinct from live.num_rows
    or kept.checksum is distinct from live.checksum
order by table_name, scope;
