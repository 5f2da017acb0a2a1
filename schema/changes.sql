-- Log of the changes that dltrack made to this database: one row per transaction, linked to the previous row by a checksum.
--
-- source: every command that writes
-- grain: change_no
-- columns:
--   change_no: number of the change, from 1 without gaps
--   command: command that made the change: 'create', 'ingest', 'drop', 'build', 'migrate', 'compact', 'accept', …
--   changed_at: time of the change
--   dltrack_version: version of dltrack
--   duckdb_version: version of DuckDB
--   found: loaded data that another program changed since the previous change, as text; null if there are no such data
--   state: value of catalog.state after the change
--   link: SHA-256 of the previous row's link and the other columns of this row
-- caveats: rows are only added. The log detects manual changes and failing disks, but not changes by someone who also
--   computes new links
create table if not exists main.changes (
    change_no bigint primary key,
    command varchar not null,
    changed_at timestamptz not null,
    dltrack_version varchar not null,
    duckdb_version varchar not null,
    found varchar,
    state varchar not null,
    link varchar not null
);
