-- Changes that dltrack made to this database: one row per transaction, chained to the previous one; rows are only added.
--
-- source: every command that writes
-- grain: change_no
-- columns:
--   change_no: number of the change, from 1 without gaps
--   command: what was done: 'create', 'ingest', 'drop', 'build', 'migrate', 'compact', 'accept', …
--   changed_at: when
--   dltrack_version: version of dltrack
--   duckdb_version: version of DuckDB
--   found: changes of facts by other programs since the previous change, as text; null without any
--   state: catalog.state after the change
--   link: sha256 over the link of the previous change and the other columns
-- caveats: detects manual changes and failing disks, but not changes by someone who also writes a new chain
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
