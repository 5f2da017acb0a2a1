-- Checksums of the loaded data after dltrack's last change, one row per table and scope; dltrack verify compares the data with
-- these checksums.
--
-- source: catalog.fact_checksums, at the end of every writing transaction
-- grain: table_name, scope
-- columns:
--   table_name, scope
--   num_rows: number of rows with this scope in the table
--   checksum: sum of the rows' digests, as text, see catalog.digest
-- caveats: detects manual changes and failing disks, but not changes by someone who also writes new checksums
create table if not exists main.table_checksums (
    table_name varchar not null,
    scope varchar not null,
    num_rows bigint not null,
    checksum varchar not null
);
