-- Every column of every table, view and table macro of this database, and every parameter of a macro, with its meaning.
--
-- source: the comments in the database, which are the headers of the files in schema/ and sql/
-- grain: object, role, position
-- columns:
--   object: name with its schema, as in catalog.objects
--   role: 'column' of a table, view or table macro, or 'parameter' of a macro
--   position: number of the column or parameter, from 1
--   name: name of the column or parameter
--   type: type of the column; null for macros, whose types depend on their arguments
--   meaning: description of the column or parameter
-- example: select name, type, meaning from catalog.columns where object = 'main.qrels' order by position
create or replace view catalog.columns as
with
macro_lines as (
    select
        duckdb_functions.schema_name || '.' || duckdb_functions.function_name as object,
        unnest(string_split(duckdb_functions.comment, chr(10))) as line,
        generate_subscripts(string_split(duckdb_functions.comment, chr(10)), 1) as line_number,
    from duckdb_functions() as duckdb_functions
    where duckdb_functions.database_name = current_database() and not duckdb_functions.internal
),

macro_entries as (
    select
        object,
        line_number,
        regexp_extract(line, '^(param|column) ([a-z_0-9]+): (.*)$', ['kind', 'name', 'meaning']) as entry,
    from macro_lines
)

select
    duckdb_columns.schema_name || '.' || duckdb_columns.table_name as object,
    'column' as role,
    duckdb_columns.column_index::bigint as position,
    duckdb_columns.column_name as name,
    duckdb_columns.data_type as type,
    duckdb_columns.comment as meaning,
from duckdb_columns() as duckdb_columns
where duckdb_columns.database_name = current_database() and not duckdb_columns.internal
union all
select
    object,
    case entry.kind when 'param' then 'parameter' else 'column' end as role,
    row_number() over (partition by object, entry.kind order by line_number) as position,
    entry.name,
    null as type,
    entry.meaning,
from macro_entries
where entry.name <> '';
