-- The slices of a collection's topics by a facet: one slice for each value or, if all values are numbers, three groups with
-- about a third of the topics each.
--
-- source: judging.topic_facets
-- grain: query_id
-- params:
--   facet_name: a facet as in judging.topic_facets; the source of a note can be omitted ('kind' for 'notes/kind')
--   labels: label set whose topics are included; null for the official one
-- columns:
--   facet: full name of the facet, with the source of a note
--   slice: the value, or the lowest and highest number of the group, e.g. '4 to 6'
--   place: position of the slice, from 1: slices of numbers are in ascending order, other slices are sorted by name
-- caveats: Topics without a value have no row. Topics with equal numbers are in the same group, so groups can differ in size.
--   If notes from two sources have the same name, a topic has a row for each source, unless facet_name contains the source
-- example: from judging.topic_slices('sample-passages', 'length')
create or replace macro judging.topic_slices(collection_name, facet_name, labels := null) as table
with topics as (
    select query_id from metrics.topics(labels) where collection = collection_name
    union
    select query_id from statistics.scored_topics where collection = collection_name
),

named as (
    select
        facets.query_id,
        facets.facet,
        facets.value,
        try_cast(facets.value as double) as number,
        list_sort(list(number) over by_facet) as numbers,
        bool_and(coalesce(isfinite(number), false)) over by_facet as is_number,
    from judging.topic_facets as facets
    inner join topics on facets.query_id = topics.query_id
    where
        facets.collection = collection_name
        and (facets.facet = facet_name or ends_with(facets.facet, '/' || facet_name))
        and catalog.has_collections([collection_name])
    window by_facet as (partition by facets.facet)
),

grouped as (
    select
        named.*,
        -- how many of the two bounds the number exceeds
        case when named.is_number then len(list_filter(
            [1, 2], lambda part: named.number > named.numbers[(part * len(named.numbers) + 2) // 3]
        )) end as third,
    from named
)

select
    grouped.query_id,
    grouped.facet,
    case
        when grouped.third is null then grouped.value
        else
            arg_min(grouped.value, grouped.number) over by_third
            || if(
                min(grouped.number) over by_third < max(grouped.number) over by_third,
                ' to ' || arg_max(grouped.value, grouped.number) over by_third,
                ''
            )
    end as slice,
    dense_rank() over (
        partition by grouped.facet order by grouped.third, if(grouped.third is null, grouped.value, '')
    ) as place,
from grouped
window by_third as (partition by grouped.facet, grouped.third);
