-- Released document labels compared with our own inference from the passage labels.
--
-- source: TREC 2022 and 2023 document qrels are the maximum over a document's judged passages; TREC 2021 overview,
--     section 4
-- grain: collection, variant, rule
-- columns:
--   collection: document task
--   variant: stored qrels variant
--   rule: our inference rule, see labels.inferred_document_labels
--   num_released: labels in the stored variant
--   num_inferred: labels we infer
--   num_both: labels in both
--   num_equal: equal grades in both
--   num_different: unequal grades in both
--   num_only_released: labels that we cannot infer
--   num_only_inferred: labels that the stored variant does not have
-- needs: mapping
-- caveats: only where main.passage_documents is loaded; labels that were copied over near-duplicates before inference
--     show up here
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
