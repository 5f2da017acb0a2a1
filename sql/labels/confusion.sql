-- Confusion tables of all pairs of label sets: one row per pair of grades with the number of items that have the first grade in
-- set A and the second in set B.
--
-- source: TREC 2021 overview, tables 4 to 7, for any two sets of labels
-- grain: collection, variant_a, variant_b, relevance_a, relevance_b
-- columns:
--   variant_a, variant_b
--   relevance_a: grade in the first set; null for fractions without cut points
--   relevance_b: grade in the second set
--   num_items: topic-item pairs with these two grades; 0 for a pair of grades that never occurs
--   percent_of_a: share of the pairs with this relevance_a, 0 to 100; null if there are no such pairs
--   percent_of_b: share of the pairs with this relevance_b, 0 to 100; null if there are no such pairs
-- caveats: filter on variant_a and variant_b; otherwise every set is compared with every other set
-- example:
--   from labels.confusion where variant_a = 'nist' and variant_b = 'passages-max' order by all;
create or replace view labels.confusion as
with
grades as (
    select distinct
        collection,
        variant,
        relevance,
    from labels.variants
),

grade_pairs as (
    select
        grades_a.collection,
        grades_a.variant as variant_a,
        grades_b.variant as variant_b,
        grades_a.relevance as relevance_a,
        grades_b.relevance as relevance_b,
    from grades as grades_a
    inner join grades as grades_b
        on grades_a.collection = grades_b.collection and grades_a.variant <> grades_b.variant
),

shared_items as (
    select
        labels_a.collection,
        labels_a.variant as variant_a,
        labels_b.variant as variant_b,
        labels_a.relevance as relevance_a,
        labels_b.relevance as relevance_b,
        count(*) as num_items,
    from labels.variants as labels_a
    inner join labels.variants as labels_b
        on
            labels_a.collection = labels_b.collection
            and labels_a.query_id = labels_b.query_id
            and labels_a.doc_id = labels_b.doc_id
            and labels_a.variant <> labels_b.variant
    group by labels_a.collection, labels_a.variant, labels_b.variant, labels_a.relevance, labels_b.relevance
),

cells as (
    select
        grade_pairs.collection,
        grade_pairs.variant_a,
        grade_pairs.variant_b,
        grade_pairs.relevance_a,
        grade_pairs.relevance_b,
        coalesce(shared_items.num_items, 0) as num_items,
    from grade_pairs
    left join shared_items
        on
            grade_pairs.collection = shared_items.collection
            and grade_pairs.variant_a = shared_items.variant_a
            and grade_pairs.variant_b = shared_items.variant_b
            and grade_pairs.relevance_a is not distinct from shared_items.relevance_a
            and grade_pairs.relevance_b is not distinct from shared_items.relevance_b
)

select
    collection,
    variant_a,
    variant_b,
    relevance_a,
    relevance_b,
    num_items,
    100.0 * num_items
    / nullif(sum(num_items) over (partition by collection, variant_a, variant_b, relevance_a), 0) as percent_of_a,
    100.0 * num_items
    / nullif(sum(num_items) over (partition by collection, variant_a, variant_b, relevance_b), 0) as percent_of_b,
from cells;
