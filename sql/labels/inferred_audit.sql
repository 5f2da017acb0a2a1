-- Released document labels compared with the labels that dltrack infers from passages: one row per set and rule, to check the
-- released labels and the rule.
--
-- source: TREC 2022 and 2023 document qrels are the maximum over a document's judged passages; TREC 2021 overview,
--     section 4
-- grain: collection, variant, rule
-- columns:
--   collection: document task
--   variant: stored qrels variant
--   rule: dltrack's inference rule, see labels.inferred_document_labels
--   num_released: labels in the stored variant
--   num_inferred: labels that dltrack infers
--   num_both: labels in both
--   num_equal: equal grades in both
--   num_different: unequal grades in both
--   num_only_released: labels that dltrack cannot infer
--   num_only_inferred: inferred labels that are not in the stored variant
-- needs: mapping
-- caveats: collections without rows in main.passage_documents have no rows; labels that were copied to near-duplicates before
--     inference appear as differences
create or replace view labels.inferred_audit as
select
    collection,
    variant_a as variant,
    variant_b.replace('passages-', '') as rule,
    num_a as num_released,
    num_b as num_inferred,
    num_both,
    num_equal,
    num_both - num_equal as num_different,
    num_only_a as num_only_released,
    num_only_b as num_only_inferred,
from labels.overlap
where variant_b.starts_with('passages-') and not variant_a.starts_with('passages-');
