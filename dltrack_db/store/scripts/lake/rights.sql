-- Who one is in the PostgreSQL of a lake, and which of the catalogue's tables are closed to whom; asked of PostgreSQL
-- itself. Before the tables are made their owner is the database's.
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
    (select string_agg(catalogue.name, ', ' order by catalogue.name) from catalogue where catalogue.is_foreign) as foreigners,
    (select string_agg(distinct catalogue.owner, ', ') from catalogue where catalogue.is_foreign) as strangers
from lake
