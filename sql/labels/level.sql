-- The relevance level of a set of labels: the lowest label that is relevant.
--
-- source: labels.levels
-- returns: lowest label that is relevant; null if the set defines no level. A set that only occurs in loaded scores has the
--   level of the collection
-- example: select labels.level('sample-passages', 'msmarco')
create or replace macro labels.level(collection_name, labels) as (
    -- level_of_each is a name that no caller uses: if a caller passes collections.collection, a table of the macro that is
    -- called collections would shadow it
    select
        case
            when bool_or(level_of_each.variant = coalesce(labels, level_of_each.qrels_variant))
                then max(level_of_each.min_relevance) filter (
                    where level_of_each.variant = coalesce(labels, level_of_each.qrels_variant)
                )
            else max(level_of_each.official_level)
        end,
    from (
        select
            collections.collection,
            collections.qrels_variant,
            collections.min_relevance as official_level,
            levels.variant,
            levels.min_relevance,
        from main.collections as collections
        inner join labels.levels as levels on collections.collection = levels.collection
    ) as level_of_each
    where level_of_each.collection = collection_name
);
