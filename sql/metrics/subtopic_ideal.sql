-- The ideal order of each topic's items for measures of novelty: the next item is always an item with the largest gain.
--
-- source: ndeval.c of the TREC Web track (idealResult), which approximates the best order in this way, because finding the
--   best order is NP-complete. Among items with equal gain, the item with the bytewise last document id comes first
-- grain: collection, query_id, rank
-- params:
--   depth: number of ranks to compute; null for all relevant items
-- columns:
--   rank: position from 1
--   gain: gain of the item at this rank
-- needs: subtopics
-- caveats: an item's gains for its subtopics are added in descending order, so that equal sums tie regardless of subtopic
--   names. ndeval adds the gains in the order of the subtopics, so its sums can differ in the last binary digit if alpha is
--   not a power of 1/2
-- example: select * from metrics.subtopic_ideal(0.5, 10)
create or replace macro metrics.subtopic_ideal(alpha, depth, variant := null, min_relevance := null) as table
with recursive
placed as (
    select
        subtopic_judgments.collection,
        subtopic_judgments.query_id,
        subtopic_judgments.doc_id,
        dense_rank() over (
            partition by subtopic_judgments.collection, subtopic_judgments.query_id
            order by subtopic_judgments.subtopic
        ) as place,
    from metrics.subtopic_judgments(variant, min_relevance) as subtopic_judgments
    where subtopic_judgments.is_relevant
),

items as (
    select
        placed.collection,
        placed.query_id,
        placed.doc_id,
        list(placed.place order by placed.place) as places,
    from placed
    group by placed.collection, placed.query_id, placed.doc_id
),

-- items with the same subtopics are interchangeable
kinds as materialized (
    select
        items.collection,
        items.query_id,
        items.places,
        list(items.doc_id order by items.doc_id desc) as doc_ids,
        row_number() over (partition by items.collection, items.query_id order by items.places) as kind,
    from items
    group by items.collection, items.query_id, items.places
),

-- seen: number of items so far for each subtopic; used: number of items so far with the same subtopics (kind)
chosen as (
    select
        kinds.collection,
        kinds.query_id,
        0 as rank,
        0::double as gain,
        list_resize([]::integer[], list_max(flatten(list(kinds.places))), 0) as seen,
        list_resize([]::integer[], count(*), 0) as used,
    from kinds
    group by kinds.collection, kinds.query_id
    union all
    select
        best.collection,
        best.query_id,
        best.rank + 1 as rank,
        best.item['gain'] as gain,
        list_transform(
            range(1, len(best.seen) + 1),
            lambda place: best.seen[place] + if(list_contains(best.item['places'], place), 1, 0)
        ) as seen,
        list_transform(
            range(1, len(best.used) + 1), lambda kind: best.used[kind] + if(kind = best.item['kind'], 1, 0)
        ) as used,
    from (
        select
            gained.collection,
            gained.query_id,
            any_value(gained.rank) as rank,
            any_value(gained.seen) as seen,
            any_value(gained.used) as used,
            arg_max(
                { 'kind': gained.kind, 'places': gained.places, 'gain': gained.gain },
                { 'gain': gained.gain, 'doc_id': gained.doc_id }
            ) as item,
        from (
            select
                chosen.collection,
                chosen.query_id,
                chosen.rank,
                chosen.seen,
                chosen.used,
                kinds.kind,
                kinds.places,
                kinds.doc_ids[chosen.used[kinds.kind] + 1] as doc_id,
                list_sum(
                    list_reverse_sort(
                        list_transform(kinds.places, lambda place: (1 - alpha::double) ** chosen.seen[place])
                    )
                ) as gain,
            from chosen
            inner join kinds
                on chosen.collection = kinds.collection
                and chosen.query_id = kinds.query_id
            where chosen.rank < coalesce(depth, chosen.rank + 1) and chosen.used[kinds.kind] < len(kinds.doc_ids)
        ) as gained
        group by gained.collection, gained.query_id
    ) as best
)

select
    chosen.collection,
    chosen.query_id,
    chosen.rank,
    chosen.gain,
from chosen
where chosen.rank > 0;
