-- The ledger of what a frozen lake of the collections in variable `collections` holds, out of the database attached as
-- `loaded`: of paths on somebody's machine only the name of the file.
with query_sets as (
    select collections.query_set
    from loaded.main.collections as collections
    where list_contains(getvariable('collections'), collections.collection)
)

select loads.* replace (
    case when contains(loads.source, '://') then loads.source else regexp_extract(loads.source, '[^/\\]*$') end as source
)
from loaded.main.loads as loads
where
    list_contains(getvariable('collections'), loads.collection)
    or (loads.part in ('queries', 'query-variants') and split_part(loads.name, '/', 1) in (from query_sets))
    or (
        loads.part = 'query-attributes'
        and loads.name in (
            select attributes.source
            from loaded.main.query_attributes as attributes
            where attributes.query_set in (from query_sets)
        )
    )
    or (
        loads.part = 'simulation'
        and loads.name in (
            select simulations.study
            from loaded.main.simulations as simulations
            where list_contains(getvariable('collections'), simulations.collection)
        )
    )
