-- How many items have each grade: one row per grade of every set of labels.
--
-- source: the scale is described in TREC 2019 overview section 3 and TREC 2021 overview section 3; the counts are taken
--     from the labels
-- grain: collection, variant, relevance
-- columns:
--   variant: set of labels, see labels.variants
--   relevance
--   num_items: labelled items with this grade
--   percent: share of the set's items with this grade, 0 to 100
create or replace view labels.grade_counts as
with
grades as (
    select
        collection,
        variant,
        relevance,
        count(*) as num_items,
    from labels.variants
    group by collection, variant, relevance
)

select
    collection,
    variant,
    relevance,
    num_items,
    100.0 * num_items / sum(num_items) over (partition by collection, variant) as percent,
from grades;
