-- How well any two sets of labels agree on the items in both: share of equal grades, and Cohen's kappa with four ways to
-- treat grades.
--
-- source: TREC 2021 overview, section 4, "Cohen's Kappa"; J. Cohen 1960 and 1968
-- grain: collection, variant_a, variant_b
-- columns:
--   variant_a, variant_b
--   num_items: topic-item pairs in both sets
--   agreement: share of these pairs with the same grade, 0 to 1
--   kappa: unweighted Cohen's kappa; null if a set has a single grade only
--   kappa_linear: kappa weighted by the difference of grades
--   kappa_quadratic: kappa weighted by the squared difference of grades
--   kappa_binary: kappa of two grades: relevant by the level of each set (labels.levels), or not
--   reason: why a kappa is null: a set has fractions without cut points, a single grade (such as the positive labels of MS
--     MARCO) or no level; null if no kappa is null
-- needs: second labels
-- caveats: the paper prints .468 for 2021 documents ('nist' against 'passages-max'), but its table 5 yields .4715
-- example:
--   from labels.kappa where variant_a = 'nist' and variant_b = 'passages-max';
create or replace view labels.kappa as
with
levelled as (
    select
        confusion.collection,
        confusion.variant_a,
        confusion.variant_b,
        confusion.relevance_a,
        confusion.relevance_b,
        confusion.num_items,
        -- labels that a rule infers from passages (labels.variants) have the level of the collection
        case when levels_a.variant is null then collections.min_relevance else levels_a.min_relevance end as level_a,
        case when levels_b.variant is null then collections.min_relevance else levels_b.min_relevance end as level_b,
    from labels.confusion as confusion
    inner join main.collections as collections on confusion.collection = collections.collection
    left join labels.levels as levels_a
        on confusion.collection = levels_a.collection and confusion.variant_a = levels_a.variant
    left join labels.levels as levels_b
        on confusion.collection = levels_b.collection and confusion.variant_b = levels_b.variant
    where confusion.num_items > 0
),

cells as (
    select
        confusion.collection,
        confusion.variant_a,
        confusion.variant_b,
        any_value(confusion.level_a) as level_a,
        any_value(confusion.level_b) as level_b,
        cast(sum(confusion.num_items) as bigint) as num_items,
        sum(confusion.num_items) filter (where confusion.relevance_a = confusion.relevance_b) as num_equal,
        case
            when count(confusion.relevance_a) = 0 then confusion.variant_a
            when count(confusion.relevance_b) = 0 then confusion.variant_b
        end as without_grades,
        list(struct_pack(a := confusion.relevance_a, b := confusion.relevance_b, n := confusion.num_items)) as cells,
        list(
            struct_pack(
                a := (confusion.relevance_a >= confusion.level_a)::integer,
                b := (confusion.relevance_b >= confusion.level_b)::integer,
                n := confusion.num_items
            )
        ) as binary_cells,
    from levelled as confusion
    group by confusion.collection, confusion.variant_a, confusion.variant_b
)

select
    collection,
    variant_a,
    variant_b,
    num_items,
    case when without_grades is null then coalesce(num_equal, 0) / num_items end as agreement,
    case when without_grades is null then labels.cohen_kappa(cells, 0) end as kappa,
    case when without_grades is null then labels.cohen_kappa(cells, 1) end as kappa_linear,
    case when without_grades is null then labels.cohen_kappa(cells, 2) end as kappa_quadratic,
    case
        when without_grades is null and level_a is not null and level_b is not null
            then labels.cohen_kappa(binary_cells, 0)
    end as kappa_binary,
    coalesce(
        without_grades || ' has fractions, and no cut points convert them to grades',
        labels.one_grade(cells, variant_a, variant_b),
        case
            when level_a is null then variant_a || ' has no relevance level'
            when level_b is null then variant_b || ' has no relevance level'
            else
                'by relevance from grade ' || format('{:g}', level_a)
                || case when level_b <> level_a then ' and ' || format('{:g}', level_b) else '' end
                || ' on, ' || labels.one_grade(binary_cells, variant_a, variant_b)
        end
    ) as reason,
from cells;
