-- Facts about this database file, one per row: versions of dltrack, DuckDB and the table schema, and checksum of the views.
--
-- source: dltrack
-- grain: key
-- columns:
--   key: name of the fact: 'schema_version', 'views_hash', 'objects' (the built views and macros), 'dltrack_version', …
--   value: value of the fact, as text
create table if not exists main.database_info (
    key varchar primary key,
    value varchar not null
);
