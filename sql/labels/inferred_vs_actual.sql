-- Document labels inferred from passages compared with the grades that assessors gave to the documents: one row per pair of
-- grades.
--
-- source: TREC 2021 overview, tables 5 (counts), 6 (percent_of_actual) and 7 (percent_of_inferred)
-- grain: collection, rule, actual, inferred
-- columns:
--   collection: document task
--   rule: inference rule, see labels.inferred_document_labels; the paper uses 'max'
--   actual: grade in the collection's official labels
--   inferred: grade inferred from the document's passages
--   num_docs: topic-document pairs with these two grades
--   percent_of_actual: share of the pairs with this actual grade, 0 to 100
--   percent_of_inferred: share of the pairs with this inferred grade, 0 to 100
-- needs: mapping
-- caveats: only pairs with both labels; in 2022 and 2023 the official document labels are inferred, too
create or replace view labels.inferred_vs_actual as
select
    confusion.collection,
    confusion.variant_b.replace('passages-', '') as rule,
    confusion.relevance_a as actual,
    confusion.relevance_b as inferred,
    confusion.num_items as num_docs,
    confusion.percent_of_a as percent_of_actual,
    confusion.percent_of_b as percent_of_inferred,
from labels.confusion
inner join main.collections
    on confusion.collection = collections.collection and confusion.variant_a = collections.qrels_variant
where confusion.variant_b.starts_with('passages-');
