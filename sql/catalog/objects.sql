-- Every table, view and macro of this database: its meaning, source, grain and an example query.
--
-- source: the comments in the database, which are the headers of the files in schema/ and sql/
-- grain: object
-- columns:
--   object: name with its schema, as written in queries; tables of the schema main can also be used without the schema
--   schema: schema of the object; each schema covers one subject
--   name: name without its schema
--   kind: 'table', 'view', 'table macro' (used like a view, with arguments) or 'macro' (used like a function)
--   summary: first sentence of the meaning
--   meaning: description of what the object contains or computes
--   alias: subject of an exhibit in plain words; null for all other objects
--   source: paper, section, tool or file that the object follows
--   grain: columns that identify a row; null for scalar macros
--   parents: comma-separated tables of the same schema whose keys (grain) are columns of this table; else null
--   returns: what a scalar macro returns; null for all other objects
--   needs: comma-separated words of catalog.needs for the data that must be loaded; null if no particular data are needed
--   caveats: what users must be aware of; else null
--   cost: processor time and memory on a real year, if above .5 s or 150 MB
--   parameters: names of a macro's parameters; null for tables and views
--   example: an example query; null if the header has none
-- example: select object, summary from catalog.objects where schema = 'labels' order by object
create or replace view catalog.objects as
with
commented as (
    select
        duckdb_tables.schema_name,
        duckdb_tables.table_name as name,
        'table' as kind,
        duckdb_tables.comment,
        null::varchar[] as parameters,
    from duckdb_tables() as duckdb_tables
    where duckdb_tables.database_name = current_database() and not duckdb_tables.internal
    union all
    select
        duckdb_views.schema_name,
        duckdb_views.view_name as name,
        'view' as kind,
        duckdb_views.comment,
        null::varchar[] as parameters,
    from duckdb_views() as duckdb_views
    where duckdb_views.database_name = current_database() and not duckdb_views.internal
    union all
    select
        duckdb_functions.schema_name,
        duckdb_functions.function_name as name,
        replace(duckdb_functions.function_type, '_', ' ') as kind,
        duckdb_functions.comment,
        duckdb_functions.parameters,
    from duckdb_functions() as duckdb_functions
    where duckdb_functions.database_name = current_database() and not duckdb_functions.internal
),

split as (
    select
        schema_name,
        name,
        kind,
        parameters,
        string_split(comment, chr(10)) as lines,
        regexp_extract(comment, '(?s)\nexample: ?(.*)', 1) as example,
    from commented
)

select
    schema_name || '.' || name as object,
    schema_name as schema,
    name,
    kind,
    regexp_extract(lines[1], '^(.*?[.!?])(\s|$)', 1) as summary,
    lines[1] as meaning,
    list_filter(lines, lambda line: starts_with(line, 'alias: '))[1][8:] as alias,
    list_filter(lines, lambda line: starts_with(line, 'source: '))[1][9:] as source,
    list_filter(lines, lambda line: starts_with(line, 'grain: '))[1][8:] as grain,
    list_filter(lines, lambda line: starts_with(line, 'parents: '))[1][10:] as parents,
    list_filter(lines, lambda line: starts_with(line, 'returns: '))[1][10:] as returns,
    list_filter(lines, lambda line: starts_with(line, 'needs: '))[1][8:] as needs,
    list_filter(lines, lambda line: starts_with(line, 'caveats: '))[1][10:] as caveats,
    list_filter(lines, lambda line: starts_with(line, 'cost: '))[1][7:] as cost,
    parameters,
    nullif(example, '') as example,
from split;
