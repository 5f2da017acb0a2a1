-- The database file: its size, its contents and the versions of the software that wrote it.
--
-- source: main.database_info, DuckDB's pragma_database_size
-- grain: one row
-- columns:
--   size: size of the file, as DuckDB reports it; if the views are in another file, the size of the database
--     'stored_in_the_file', which contains the tables
--   collections: number of judged tasks
--   runs_loaded: number of runs with rankings
--   ranking_rows: rows of rankings
--   qrels_rows: rows of qrels in all label sets
--   dltrack_version: version of dltrack that built the views
--   duckdb_version: version of DuckDB that built the views
--   schema_version: version of the tables
-- example: from catalog.database
create or replace view catalog.database as
select
    (
        select arg_max(sizes.database_size, sizes.database_name = 'stored_in_the_file') from pragma_database_size() as sizes
        where sizes.database_name in (current_database(), 'stored_in_the_file')
    ) as size,
    (select count(*) from main.collections) as collections,
    (select count(*) from main.runs where source_file is not null) as runs_loaded,
    (select count(*) from main.rankings) as ranking_rows,
    (select count(*) from main.qrels) as qrels_rows,
    (select value from main.database_info where key = 'dltrack_version') as dltrack_version,
    (select value from main.database_info where key = 'duckdb_version') as duckdb_version,
    (select value from main.database_info where key = 'schema_version') as schema_version;
