-- Where names are looked for while a lake is changed: tables in the lake, everything else in the overlay.
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
