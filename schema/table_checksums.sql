-- The checksums of the tables of facts as dltrack left them after its last change: what dltrack verify holds them against.
--
-- source: catalog.fact_checksums, at the end of every transaction in which dltrack writes
-- grain: table_name, scope
-- columns:
--   table_name, scope
--   num_rows: rows in the table
--   checksum: sum of the rows' digests, as text, see catalog.digest
-- caveats: tells changes made by hand or by a failing disk, not those of somebody who writes new checksums too
create table if not exists main.table_checksums (
    table_name varchar not null,
    scope varchar not null,
    num_rows bigint not null,
    checksum varchar not null
);
