-- Confusion matrix of every other set of labels with the official set: one row for each pair of grades, with the number of
-- items and the kappa of the two sets.
--
-- source: TREC 2021 overview, tables 4 to 7; labels.confusion and labels.kappa with the official labels first
-- grain: collection, variant, official, other
-- columns:
--   variant: set of labels compared with the official set, see labels.variants
--   official: grade in the official labels
--   other: grade in the compared set
--   num_items: topic-item pairs with these two grades
--   percent_of_official: share among the pairs with this official grade, 0 to 100; null if there are no such pairs
--   kappa: unweighted Cohen's kappa of the two sets; null if a set has only one grade
--   reason: why there is no kappa; null if kappa is not null
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
