-- The files of a catalogue attached as `kept`, by their paths below its folder of data: what any state names. DuckLake
-- writes a path relative to that of its table, and that relative to its schema's; one that is not begins with /.
with tables as (
    select distinct
        tables.table_id,
        case when tables.path_is_relative then schemas.path else '' end || tables.path as folder,
    from kept.main.ducklake_table as tables
    inner join kept.main.ducklake_schema as schemas on tables.schema_id = schemas.schema_id
),

files as (
    select
        data_files.table_id,
        data_files.path,
        data_files.path_is_relative,
    from kept.main.ducklake_data_file as data_files
    union
    select
        delete_files.table_id,
        delete_files.path,
        delete_files.path_is_relative,
    from kept.main.ducklake_delete_file as delete_files
)

select distinct case when files.path_is_relative then tables.folder || files.path else files.path end as name,
from files
inner join tables on files.table_id = tables.table_id
order by name;
