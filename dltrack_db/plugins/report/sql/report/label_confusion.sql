-- Confusion matrices of label sets with the official label set: one row for each label set and pair of grades, with the number
-- of items and the kappa of the two label sets.
--
-- source: TREC 2021 overview, tables 4 to 7; labels.confusion and labels.kappa with the official labels first
-- grain: collection, variant, official, other
-- columns:
--   variant: label set compared with the official label set, see labels.variants
--   official: grade in the official labels
--   other: grade in the compared label set
--   num_items: number of topic-item pairs with these two grades
--   percent_of_official: share of these pairs among the pairs with the same official grade, 0 to 100; null if there are none
--   kappa: unweighted Cohen's kappa of the two label sets; null if a label set has only one grade
--   reason: reason that kappa is null; null if kappa has a value
create or replace view report.label_confusion as
select
    confusion.collection,
    confusion.variant_b as variant,
    confusion.relevance_a as official,
    confusion.relevance_b as other,
    confusion.num_items,
    confusion.percent_of_a as percent_of_official,
    kappa.kappa,
    case when kappa.kappa is null then kappa.reason end as reason,
from labels.confusion
inner join main.collections
    on confusion.collection = collections.collection and confusion.variant_a = collections.qrels_variant
left join labels.kappa
    on
        confusion.collection = kappa.collection
        and confusion.variant_a = kappa.variant_a
        and confusion.variant_b = kappa.variant_b;
