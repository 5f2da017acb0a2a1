-- What the snapshot of a load is called: its edition or collection, and its files.
with
parts as (
    select
        coalesce(files.collection, files.edition) as home,
        files.part,
        count(*) as num_files,
        string_agg(files.name, ', ' order by files.name) as names,
    from memory.staging.files as files
    group by home, files.part
)

select
    'ingest ' || string_agg(
        parts.part || case when parts.num_files <= 5 then ' ' || parts.names else ': ' || parts.num_files || ' files' end
        || ' of ' || parts.home,
        '; ' order by parts.home, parts.part
    ) as message,
from parts;
