-- What makes each table of a lake, and the view of the overlay that shows it: the columns of the tables of `dltrack`,
-- but for those of variable `own`, which every overlay has itself. A lake knows no keys, checks and compressions;
-- their rules are expectations of loads and of `dltrack verify`.
select
    columns.schema_name || '.' || columns.table_name as name,
    'create table if not exists lake.' || columns.schema_name || '.' || columns.table_name || ' ('
    || string_agg(
        columns.column_name || ' ' || columns.data_type || case when columns.is_nullable then '' else ' not null' end,
        ', ' order by columns.column_index
    ) || ')' as makes_table,
    'create view dltrack.' || columns.schema_name || '.' || columns.table_name || ' as select '
    || string_agg(columns.column_name, ', ' order by columns.column_index)
    || ' from lake.' || columns.schema_name || '.' || columns.table_name as makes_view,
from duckdb_columns() as columns
semi join duckdb_tables() as tables on tables.table_oid = columns.table_oid and tables.database_oid = columns.database_oid
where
    columns.database_name = 'dltrack'
    and not list_contains(getvariable('own'), columns.schema_name || '.' || columns.table_name)
group by columns.schema_name, columns.table_name
order by columns.schema_name, columns.table_name;
