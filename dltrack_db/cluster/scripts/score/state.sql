-- A fingerprint of what the scores of the collections of variable `collections` are made of: their conventions, and
-- the loads of their runs and labels.
select
    md5(string_agg(fact, chr(10) order by fact)) as state,
from (
    select to_json(collections)::varchar as fact,
    from main.collections as collections
    where list_contains(getvariable('collections'), collections.collection)
    union all
    select loads.part || ' ' || loads.name || ' ' || loads.collection || ' ' || loads.batch_id as fact,
    from main.loads as loads
    where list_contains(getvariable('collections'), loads.collection)
) as facts;
