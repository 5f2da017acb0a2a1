-- Tables and columns of a file that is read through a cover (store/cover.py).

-- name: columns
-- The columns of all tables in the catalogue named in variable `place`, in order. is_peculiar is true if the table has
-- generated columns or a collation.
select
    columns.schema_name,
    columns.table_name,
    columns.column_name,
    columns.data_type,
    columns.column_default,
    regexp_matches(tables.sql, '(?i)\b(generated\s+always|collate)\b') as is_peculiar,
from system.main.duckdb_columns() as columns
inner join system.main.duckdb_tables() as tables
    on tables.database_oid = columns.database_oid and tables.table_oid = columns.table_oid
where columns.database_name = getvariable('place')
order by columns.schema_name, columns.table_name, columns.column_index;
