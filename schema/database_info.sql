-- Facts about this database file: the release of dltrack that wrote it, and its views.
--
-- source: dltrack
-- grain: key
-- columns:
--   key: name of the fact: 'schema_version', 'views_hash', 'objects' (the views and macros built), 'dltrack_version', 'duckdb_version'
--   value: the fact, as text
create table if not exists main.database_info (
    key varchar primary key,
    value varchar not null
);
