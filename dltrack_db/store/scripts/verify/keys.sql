-- The tables of the current database that find rows by an index of one column, with that column.
select
    schema_name || '.' || table_name as table_name,
    constraint_column_names[1] as column_name,
from duckdb_constraints()
where
    database_name = current_database()
    and constraint_type in ('PRIMARY KEY', 'UNIQUE')
    and len(constraint_column_names) = 1
order by all
