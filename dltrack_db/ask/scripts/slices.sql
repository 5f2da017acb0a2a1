-- Queries for subsets of a collection's topics (ask/slices.py). Variables of all: `collection`, `labels` (null for the
-- official labels).

-- name: topics
-- The topics on which runs are compared.
select topics.query_id
from metrics.topics(getvariable('labels')) as topics
where topics.collection = getvariable('collection')
union
select topics.query_id
from statistics.scored_topics as topics
where topics.collection = getvariable('collection')
order by all;

-- name: facets
-- One row per facet of the topics in variable `topics`: number of distinct values, and whether all values are numbers.
select
    facets.facet,
    count(distinct facets.value) as num_values,
    bool_and(coalesce(isfinite(try_cast(facets.value as double)), false)) as is_number,
from judging.topic_facets as facets
where facets.collection = getvariable('collection') and list_contains(getvariable('topics')::varchar[], facets.query_id)
group by facets.facet
order by contains(facets.facet, '/'), facets.facet;

-- name: slices
-- One row per slice of the topics by the facet in variable `facet`, in display order.
select
    slices.slice,
    list(slices.query_id order by slices.query_id) as topics,
from judging.topic_slices(getvariable('collection'), getvariable('facet'), labels := getvariable('labels')) as slices
where slices.facet = getvariable('facet')
group by slices.slice, slices.place
order by slices.place;

-- name: condition
-- The topics in variable `topics` that meet a condition (`condition_asked`) on text and facets (`columns_asked`).
select chosen.query_id
from (
    select
        asked.query_id,
        any_value(queries.text) as text,
        columns_asked
    from (select unnest(getvariable('topics')::varchar[]) as query_id) as asked
    left join main.collections as collections on collections.collection = getvariable('collection')
    left join main.queries as queries
        on collections.query_set = queries.query_set and asked.query_id = queries.query_id
    left join judging.topic_facets as facets
        on facets.collection = getvariable('collection') and asked.query_id = facets.query_id
    group by asked.query_id
) as chosen
where (condition_asked)
order by chosen.query_id;

-- name: corrected
-- The p-values in variable `p_values` that are not null, corrected by Holm, and the number of these p-values.
with given as (
    select
        unnest(getvariable('p_values')::double[]) as p_value,
        generate_subscripts(getvariable('p_values')::double[], 1) as position,
),

stepped as (
    select
        given.*,
        given.p_value * (1 + count(given.p_value) over () - row_number() over steps) as step,
    from given
    window steps as (order by given.p_value nulls last, given.position)
)

select
    stepped.position,
    least(1, max(stepped.step) over (order by stepped.p_value nulls last, stepped.position)) as p_corrected,
    count(stepped.p_value) over () as num_tests,
from stepped
where stepped.p_value is not null
order by stepped.position;
