-- How many items two sets of labels share, and how many of the shared items have the same grade.
--
-- source: counts behind TREC 2021 overview, section 4, tables 4 and 5
-- grain: collection, variant_a, variant_b
-- columns:
--   variant_a, variant_b
--   num_a: items in the first set
--   num_b: items in the second set
--   num_both: items in both
--   num_equal: items with the same grade in both
--   num_only_a: items only in the first set
--   num_only_b: items only in the second set
create or replace view labels.overlap as
with
sizes as (
    select
        collection,
        variant,
        sum(num_items) as num_items,
    from labels.grade_counts
    group by collection, variant
),

shared as (
    select
        collection,
        variant_a,
        variant_b,
        sum(num_items) as num_both,
        coalesce(sum(num_items) filter (where relevance_a = relevance_b), 0) as num_equal,
    from labels.confusion
    group by collection, variant_a, variant_b
)

select
    shared.collection,
    shared.variant_a,
    shared.variant_b,
    cast(sizes_a.num_items as bigint) as num_a,
    cast(sizes_b.num_items as bigint) as num_b,
    cast(shared.num_both as bigint) as num_both,
    cast(shared.num_equal as bigint) as num_equal,
    cast(sizes_a.num_items - shared.num_both as bigint) as num_only_a,
    cast(sizes_b.num_items - shared.num_both as bigint) as num_only_b,
from shared
inner join sizes as sizes_a
    on shared.collection = sizes_a.collection and shared.variant_a = sizes_a.variant
inner join sizes as sizes_b
    on shared.collection = sizes_b.collection and shared.variant_b = sizes_b.variant;
