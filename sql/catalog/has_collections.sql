-- Whether all named collections are loaded: true, or an error that names a missing collection.
--
-- source: main.collections
-- params:
--   names: list of names; null if no collection is named
-- returns: boolean, never false
-- caveats: called in macros with a parameter for collections, so that an unknown name stops the query
-- example: select catalog.has_collections([any_value(collection)]) from main.collections
create or replace macro catalog.has_collections(names) as (
    select catalog.has_names('collection', asked.list, known.list),
    from (select coalesce(names, []) as list) as asked
    cross join (
        select coalesce(list(loaded.collection), []) as list,
        from main.collections as loaded
    ) as known
);
