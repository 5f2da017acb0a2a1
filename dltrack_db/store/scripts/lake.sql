-- Tables, snapshots and files of a lake (store/lake).

-- name: options
-- Sets the compression of a new lake's data files.
call lake.set_option('parquet_compression', 'zstd');

-- name: own_tables
-- Creates the tables that only a lake has: facts about the lake, and names of snapshots.
create table lake.main.database_info (key varchar not null, value varchar not null);

create table lake.main.snapshot_names (name varchar not null, snapshot_id bigint not null);

-- name: tables
-- Name of each table of `dltrack`, the statement that creates it in the catalogue in variable `catalogue`, and the statement
-- that creates the cover's view on it. Tables in variable `own` are left out, because a cover stores them itself. A lake has
-- no keys and constraints; loads and `dltrack verify` check them instead.
select
    columns.schema_name || '.' || columns.table_name as name,
    'create table if not exists ' || getvariable('catalogue') || '.' || columns.schema_name || '.' || columns.table_name || ' ('
    || string_agg(
        columns.column_name || ' ' || columns.data_type || case when columns.is_nullable then '' else ' not null' end,
        ', ' order by columns.column_index
    ) || ')' as makes_table,
    'create view dltrack.' || columns.schema_name || '.' || columns.table_name || ' as select '
    || string_agg(columns.column_name, ', ' order by columns.column_index)
    || ' from ' || getvariable('catalogue') || '.' || columns.schema_name || '.' || columns.table_name as makes_view,
from duckdb_columns() as columns
semi join duckdb_tables() as tables on tables.table_oid = columns.table_oid and tables.database_oid = columns.database_oid
where
    columns.database_name = 'dltrack'
    and not list_contains(getvariable('own'), columns.schema_name || '.' || columns.table_name)
group by columns.schema_name, columns.table_name
order by columns.schema_name, columns.table_name;

-- name: search_path
-- Search path during a change of a lake: names are looked up in the lake first, which has the tables, then in the overlay.
select
    string_agg(
        schemas.database_name || '."' || replace(schemas.schema_name, '"', '""') || '"',
        ',' order by schemas.database_name <> 'lake', schemas.schema_name <> 'main', schemas.schema_name
    ) as search_path,
from duckdb_schemas() as schemas
where
    schemas.database_name in ('lake', 'dltrack')
    and (not schemas.internal or schemas.schema_name = 'main')
    and schemas.schema_name not in ('information_schema', 'pg_catalog');

-- name: lock
-- Waits for the advisory lock `key`, at most `timeout`, and holds it until the transaction ends, however long it is idle. This
-- query is run by PostgreSQL.
select
    set_config('lock_timeout', getvariable('timeout'), true) as wait_limit,
    set_config('idle_in_transaction_session_timeout', '0', true) as idle_limit,
    pg_advisory_xact_lock(getvariable('key')) as lock;

-- name: rights
-- Role and rights of the user in a lake's PostgreSQL database, and catalogue tables that the user cannot read. This query is
-- run by PostgreSQL. If the catalogue tables do not exist yet, their future owner is the owner of the database.
with lake as (
    select
        databases.datname as place,
        tables.oid as snapshots,
        coalesce(tables.relowner, databases.datdba) as owner,
        tables.relnamespace as home,
        tables.relacl as granted
    from pg_database as databases
    left join pg_class as tables on tables.oid = to_regclass('ducklake_snapshot')
    where databases.datname = current_database()
),

catalogue as (
    select
        quote_ident(tables.relname) as name,
        quote_ident(pg_get_userbyid(tables.relowner)) as owner,
        tables.relowner <> lake.owner as is_foreign,
        not has_table_privilege(tables.oid, 'select') as is_closed
    from pg_class as tables
    inner join lake on tables.relnamespace = lake.home
    where tables.relkind = 'r' and starts_with(tables.relname, 'ducklake_')
)

select
    quote_ident(session_user) as member,
    quote_ident(pg_get_userbyid(lake.owner)) as owner,
    quote_ident(lake.place) as place,
    lake.snapshots is null or has_table_privilege(lake.snapshots, 'insert') as may_write,
    pg_has_role(session_user, lake.owner, 'member') as is_member,
    current_user = pg_get_userbyid(lake.owner)
    or (lake.snapshots is null and not pg_has_role(session_user, lake.owner, 'member')) as is_owner,
    (
        select string_agg(distinct quote_ident(pg_get_userbyid(grants.grantee)), ', ')
        from aclexplode(lake.granted) as grants
        where grants.privilege_type = 'SELECT' and grants.grantee not in (0, lake.owner)
    ) as readers,
    (select string_agg(catalogue.name, ', ' order by catalogue.name) from catalogue where catalogue.is_closed) as closed,
    (select string_agg(catalogue.name, ', ' order by catalogue.name) from catalogue where catalogue.is_foreign) as foreign_tables,
    (select string_agg(distinct catalogue.owner, ', ') from catalogue where catalogue.is_foreign) as other_owners
from lake;

-- name: named
-- Names and numbers of the named snapshots of a lake, oldest first.
select
    name,
    snapshot_id,
from lake.main.snapshot_names
order by snapshot_id, name;

-- name: snapshots
-- The snapshots of a shared database with time, author, change and names, latest first.
select
    snapshots.snapshot_id as snapshot,
    snapshots.snapshot_time at time zone 'UTC' as published_at,
    snapshots.author,
    snapshots.commit_message as message,
    string_agg(snapshot_names.name, ', ' order by snapshot_names.name) as names,
from lake.snapshots() as snapshots
left join lake.main.snapshot_names as snapshot_names on snapshot_names.snapshot_id = snapshots.snapshot_id
group by snapshots.snapshot_id, snapshots.snapshot_time, snapshots.author, snapshots.commit_message
order by snapshots.snapshot_id desc;

-- name: snapshot
-- The number of the snapshot in variable `snapshot`, or of the latest snapshot if the variable is null; no row if the
-- snapshot does not exist.
select max(snapshots.snapshot_id) as snapshot
from lake.snapshots() as snapshots
where getvariable('snapshot') is null or snapshots.snapshot_id = getvariable('snapshot')
having max(snapshots.snapshot_id) is not null;

-- name: is_changed
-- True if one of the snapshots from variable `first` to variable `last` changed the table in variables `schema` and `table`.
select count(*) > 0 as is_changed
from ducklake_table_changes('lake', getvariable('schema'), getvariable('table'), getvariable('first'), getvariable('last'));

-- name: hidden
-- Numbers of the unpublished loads of corpora, which are running or were killed.
select corpora.load_no
from lake.store.corpora as corpora
where not corpora.is_published
order by corpora.load_no;

-- name: remove_hidden
-- Removes the rows of the unpublished load in variable `load_no`.
delete from lake.store.passages where load_no = getvariable('load_no');
delete from lake.store.documents where load_no = getvariable('load_no');
delete from lake.store.near_duplicates where load_no = getvariable('load_no');
delete from lake.store.distinct_passages where load_no = getvariable('load_no');
delete from lake.store.members where load_no = getvariable('load_no');
delete from lake.store.corpora where load_no = getvariable('load_no');

-- name: expired
-- The snapshots that maintenance deletes: unnamed snapshots older than the days in variable `days`, except the latest.
select snapshots.snapshot_id
from lake.snapshots() as snapshots
anti join lake.main.snapshot_names as snapshot_names on snapshot_names.snapshot_id = snapshots.snapshot_id
where
    snapshots.snapshot_time < now() - to_days(getvariable('days')::integer)
    and snapshots.snapshot_id < (select max(latest.snapshot_id) from lake.snapshots() as latest)
order by snapshots.snapshot_id;

-- name: flush
-- Moves the rows of small changes, which DuckLake stores in the catalogue, into data files.
call ducklake_flush_inlined_data('lake');

-- name: maintain
-- Merges small files and rewrites files with many deleted rows.
call ducklake_rewrite_data_files('lake');

call ducklake_merge_adjacent_files('lake');

-- removes unused files and leftovers of killed writers that are older than variable `grace`, in minutes: readers may still use
-- newer files
call ducklake_cleanup_old_files('lake', older_than => now() - to_minutes(getvariable('grace')::integer));

call ducklake_delete_orphaned_files('lake', older_than => now() - to_minutes(getvariable('grace')::integer));

-- name: size
-- Number and bytes of the data files of a lake.
select
    coalesce(sum(tables.file_count), 0)::bigint as num_files,
    coalesce(sum(tables.file_size_bytes), 0)::bigint as num_bytes,
from ducklake_table_info('lake') as tables;

-- name: overview
-- Overview of the database's contents (catalog.database), with the size of the lake's data files, not of the overlay.
select
    database.* replace (
        (
            select format_bytes(coalesce(sum(tables.file_size_bytes), 0)::bigint)
            from ducklake_table_info('lake') as tables
        ) as size
    ),
from catalog.database as database;

-- name: small_files
-- Number of data files in those tables of a lake with an average file size below 8 MB.
select coalesce(sum(tables.file_count), 0)::bigint as num_files,
from ducklake_table_info('lake') as tables
where tables.file_size_bytes < 8e6 * tables.file_count;

-- name: data_files
-- The data files of all snapshots in the catalogue attached as `kept`, as paths relative to the lake's data folder. DuckLake
-- stores a file's path relative to the table's path, which is relative to the schema's path. An absolute path begins with /.
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
