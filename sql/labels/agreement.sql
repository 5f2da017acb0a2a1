-- Confusion table of two chosen sets of labels: one row per pair of grades with the number of items that have the first grade
-- in set a and the second in set b, for every collection with both sets.
--
-- source: TREC 2021 overview, tables 4 to 7, for any two sets of labels
-- grain: collection, relevance_a, relevance_b
-- params:
--   a: first set of labels, a name in labels.variants
--   b: second set of labels, also a name in labels.variants
-- columns:
--   relevance_a: grade in the first set
--   relevance_b: grade in the second set
--   num_items: topic-item pairs with these two grades
--   percent_of_a: share of the pairs with this relevance_a, 0 to 100
--   percent_of_b: share of the pairs with this relevance_b, 0 to 100
-- example:
--   from labels.agreement('nist', 'passages-max');
create or replace macro labels.agreement(a, b) as table
select
    collection,
    relevance_a,
    relevance_b,
    num_items,
    percent_of_a,
    percent_of_b,
from labels.confusion
where variant_a = a and variant_b = b
order by collection, relevance_a, relevance_b;
