-- Every change that dltrack made to this database, one row per transaction, each chained to the one before: rows are only ever added.
--
-- source: every command that writes
-- grain: change_no
-- columns:
--   change_no: number of the change, from 1 without gaps
--   command: what was done: 'create', 'ingest', 'drop', 'build', 'migrate', 'compact', 'accept', …
--   changed_at: when
--   dltrack_version: version of dltrack
--   duckdb_version: version of DuckDB
--   found: facts that somebody else had changed since the change before, in words; null when there were none
--   state: catalog.state after the change
--   link: sha256 over the link of the change before and the other columns
-- caveats: tells changes made by hand or by a failing disk, not those of somebody who writes a new chain too
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
