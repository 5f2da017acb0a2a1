-- Agreement of every two sets of labels on the items both hold: raw, and Cohen's kappa with three weightings.
--
-- source: TREC 2021 overview, section 4, "Cohen's Kappa"; J. Cohen 1960 and 1968
-- grain: collection, variant_a, variant_b
-- columns:
--   collection: judged task
--   variant_a: first set of labels, see labels.variants
--   variant_b: second set of labels
--   num_items: topic-item pairs in both sets
--   agreement: share of them with the same grade, 0 to 1
--   kappa: unweighted Cohen's kappa; null where one grade is all there is
--   kappa_linear: weighted by the difference of grades
--   kappa_quadratic: weighted by the squared difference of grades
-- caveats: the paper prints .468 for 2021 documents ('nist' against 'passages-max'), its own table 5 gives .4715
-- example:
--   from labels.kappa where variant_a = 'nist' and variant_b = 'passages-max';
create or replace view labels.kappa as
with
cells as (
    select
        collection,
        variant_a,
        variant_b,
        cast(sum(num_items) as bigint) as num_items,
        sum(num_items) filter (where relevance_a = relevance_b) as num_equal,
        list(struct_pack(a := relevance_a, b := relevance_b, n := num_items)) as cells,
    from labels.confusion
    where num_items > 0
    group by collection, variant_a, variant_b
)

select
    collection,
    variant_a,
    variant_b,
    num_items,
    coalesce(num_equal, 0) / num_items as agreement,
    labels.cohen_kappa(cells, 0) as kappa,
    labels.cohen_kappa(cells, 1) as kappa_linear,
    labels.cohen_kappa(cells, 2) as kappa_quadratic,
from cells;
