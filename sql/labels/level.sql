-- The level of one set of labels: from which label on an item is relevant.
--
-- source: labels.levels
-- returns: lowest label that is relevant; null where nobody said. Of labels that are not loaded, by which scores are, the
--   collection's
-- example: select labels.level('sample-passages', 'msmarco')
create or replace macro labels.level(collection_name, labels) as (
    -- a name that no caller has: an argument like collections.collection would mean the macro's own
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
