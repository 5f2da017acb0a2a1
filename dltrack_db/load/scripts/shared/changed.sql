-- What others changed in a shared database since the state of variable `known_snapshot` that this load has looked at
-- or builds upon: conventions and labels of its collections, its topics, runs of its names, and all runs of collections
-- that it scores again. Other runs may come meanwhile.
with
then_facts as (
    select 'loads' as kind, part, name, collection, batch_id,
    from lake.main.loads at (version => getvariable('known_snapshot')) -- noqa
    union all -- noqa
    select 'collections' as kind, '' as part, to_json(collections)::varchar as name, collection, '' as batch_id,
    from lake.main.collections at (version => getvariable('known_snapshot'))
),

now_facts as (
    select 'loads' as kind, part, name, collection, batch_id,
    from lake.main.loads
    union all
    select 'collections' as kind, '' as part, to_json(collections)::varchar as name, collection, '' as batch_id,
    from lake.main.collections
),

changed as (
    (
        from then_facts
        except
        from now_facts
    )
    union all
    (
        from now_facts
        except
        from then_facts
    )
)

select
    changed.kind,
    changed.part,
    changed.name,
    changed.collection,
from changed
where
    (
        changed.collection in (select collections.collection from memory.staging.collections as collections)
        and (
            changed.part <> 'runs'
            or changed.collection in (select stale.collection from temp.stale_collections as stale)
            or (changed.collection, changed.name) in (
                select (files.collection, files.name)
                from memory.staging.files as files
                where files.part = 'runs'
            )
        )
    )
    or (
        changed.part = 'queries'
        and changed.name in (select collections.query_set from memory.staging.collections as collections)
    )
order by all
limit 1;
