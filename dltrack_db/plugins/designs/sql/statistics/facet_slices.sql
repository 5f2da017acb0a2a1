-- The slices into which an attribute of the topics divides the judged topics of a collection.
--
-- source: main.query_attributes, systems.query_lengths
-- grain: query_id
-- params:
--   facet: attribute of main.query_attributes, as 'attribute' or 'source/attribute', or 'length' (short, or long from ten
--     words on); an attribute that several sources have must be named with its source
-- columns:
--   query_id
--   slice: value of the attribute; for numbers, a tercile named by its bounds, like '3 to 7', in which equal numbers stay
--     together
-- needs: topics
-- caveats: topics without a value have no row; numbers with at most three different values are slices themselves
-- example: from statistics.facet_slices('trec2021-passages', 'length')
create or replace macro statistics.facet_slices(collection_name, facet) as table
with attributes as (
    select
        attributes.source,
        attributes.attribute,
        topics.query_id,
        attributes.value,
        try_cast(attributes.value as double) as number,
    from main.collections as collections
    inner join main.query_attributes as attributes on collections.query_set = attributes.query_set
    inner join statistics.topics as topics
        on collections.collection = topics.collection and attributes.query_id = topics.query_id
    where collections.collection = collection_name
    union all
    select
        'dltrack' as source,
        'length' as attribute,
        lengths.query_id,
        lengths.length as value,
        null as number,
    from systems.query_lengths as lengths
    where lengths.collection = collection_name
),

known as (
    select coalesce(list(names.name order by names.name), []) as facets,
    from (
        select attributes.attribute as name,
        from attributes
        group by attributes.attribute
        having count(distinct attributes.source) = 1
        union
        select attributes.source || '/' || attributes.attribute as name,
        from attributes
    ) as names
),

chosen as (
    select
        attributes.query_id,
        attributes.value,
        attributes.number,
        bool_and(coalesce(isfinite(attributes.number), false)) over () as is_numeric,
    from attributes
    cross join known
    where
        catalog.has_collections([collection_name])
        and catalog.has_names('facet', [facet], known.facets)
        and facet in (attributes.attribute, attributes.source || '/' || attributes.attribute)
),

ranked as (
    select
        chosen.query_id,
        chosen.value,
        chosen.number,
        chosen.is_numeric and counted.num_values > 3 as is_cut,
        3 * (rank() over (order by chosen.number) - 1) // count(*) over () as tercile,
    from chosen
    cross join (select count(distinct chosen.value) as num_values from chosen) as counted
)

select
    ranked.query_id,
    case
        when ranked.is_cut
            then format(
                '{} to {}', min(ranked.number) over by_tercile, max(ranked.number) over by_tercile
            )
        else ranked.value
    end as slice,
from ranked
window by_tercile as (partition by ranked.tercile);
