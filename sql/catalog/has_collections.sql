-- Whether collections are loaded: true; the name of one that is not is an error.
--
-- source: main.collections
-- params:
--   names: names as a list; null for none
-- returns: boolean, never false
-- caveats: what macros ask that are given a collection, so that a name that is not known stops the query
-- example: select catalog.has_collections([any_value(collection)]) from main.collections
create or replace macro catalog.has_collections(names) as (
    select catalog.has_names('collection', asked.list, known.list),
    from (select coalesce(names, []) as list) as asked
    cross join (
        select coalesce(list(loaded.collection), []) as list,
        from main.collections as loaded
    ) as known
);
