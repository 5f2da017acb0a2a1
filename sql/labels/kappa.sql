-- Agreement of every two sets of labels on the items both hold: raw, and Cohen's kappa with three weightings and of two
-- grades.
--
-- source: TREC 2021 overview, section 4, "Cohen's Kappa"; J. Cohen 1960 and 1968
-- grain: collection, variant_a, variant_b
-- columns:
--   variant_a: first set of labels, see labels.variants
--   variant_b: second set of labels
--   num_items: topic-item pairs in both sets
--   agreement: share of them with the same grade, 0 to 1
--   kappa: unweighted Cohen's kappa; null where a set has one grade only
--   kappa_linear: weighted by the difference of grades
--   kappa_quadratic: weighted by the squared difference of grades
--   kappa_binary: of two grades: at and above the collection's relevance level, and below
--   reason: why there is no kappa, with the set that has fractions without cut points, or one grade only, such as the positive
--     labels of MS MARCO; null where there are all
-- caveats: the paper prints .468 for 2021 documents ('nist' against 'passages-max'), its own table 5 gives .4715
-- example:
--   from labels.kappa where variant_a = 'nist' and variant_b = 'passages-max';
create or replace view labels.kappa as
with
cells as (
    select
        confusion.collection,
        confusion.variant_a,
        confusion.variant_b,
        any_value(collections.min_relevance) as min_relevance,
        cast(sum(confusion.num_items) as bigint) as num_items,
        sum(confusion.num_items) filter (where confusion.relevance_a = confusion.relevance_b) as num_equal,
        case
            when count(confusion.relevance_a) = 0 then confusion.variant_a
            when count(confusion.relevance_b) = 0 then confusion.variant_b
        end as without_grades,
        list(struct_pack(a := confusion.relevance_a, b := confusion.relevance_b, n := confusion.num_items)) as cells,
        list(
            struct_pack(
                a := (confusion.relevance_a >= collections.min_relevance)::integer,
                b := (confusion.relevance_b >= collections.min_relevance)::integer,
                n := confusion.num_items
            )
        ) as binary_cells,
    from labels.confusion as confusion
    inner join main.collections as collections on confusion.collection = collections.collection
    where confusion.num_items > 0
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
    case when without_grades is null then labels.cohen_kappa(binary_cells, 0) end as kappa_binary,
    coalesce(
        without_grades || ' has fractions and no cut points that make grades of them',
        labels.one_grade(cells, variant_a, variant_b),
        'by relevance from grade ' || min_relevance || ' on, ' || labels.one_grade(binary_cells, variant_a, variant_b)
    ) as reason,
from cells;
