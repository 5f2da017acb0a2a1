-- The level of one set of labels: from which label on an item is relevant.
--
-- source: labels.levels
-- params:
--   collection_name: judged task
--   labels: set of labels; null for the official one
-- returns: lowest label that is relevant; null where nobody said. Of labels that are not loaded, by which scores are, the
--   collection's
-- example: select labels.level('sample-passages', 'msmarco')
create or replace macro labels.level(collection_name, labels) as (
    select case when levels.variant is null then collections.min_relevance else levels.min_relevance end,
    from main.collections as collections
    left join labels.levels as levels
        on collections.collection = levels.collection
        and levels.variant = coalesce(labels, collections.qrels_variant)
    where collections.collection = collection_name
);
