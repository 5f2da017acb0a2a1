-- The link of a change: a checksum over the change and the link of the preceding change.
--
-- source: sha256 over all other columns of main.changes
-- params:
--   previous: link of the preceding change; null for the first change
--   change_no: number of the change
--   command: command that made the change
--   changed_at: time of the change
--   dltrack_version: version of dltrack
--   duckdb_version: version of DuckDB
--   found: facts that other software had changed; null if there were none
--   state: value of catalog.state after the change
-- returns: sha256 as 64 hexadecimal digits
-- example: select catalog.change_link(null, 1, 'create', now(), '0.2.0', '1.5.5', null, 'x')
create or replace macro catalog.change_link(
    previous, change_no, command, changed_at, dltrack_version, duckdb_version, found, state
) as
    sha256(
        concat(
            catalog.field(previous), catalog.field(change_no), catalog.field(command),
            catalog.field(epoch_us(changed_at)), catalog.field(dltrack_version), catalog.field(duckdb_version),
            catalog.field(found), catalog.field(state)
        )
    );
