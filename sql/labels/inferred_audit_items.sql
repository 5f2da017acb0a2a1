-- Documents whose released and inferred labels differ, and documents with only one of these labels: the details of
-- labels.inferred_audit.
--
-- source: TREC 2022 and 2023 document qrels; TREC 2021 overview, section 4
-- grain: collection, variant, rule, query_id, doc_id
-- columns:
--   collection: document task
--   variant: stored qrels variant
--   rule: dltrack's inference rule, see labels.inferred_document_labels
--   query_id: topic number as text
--   doc_id: document
--   released: stored grade; null if the document is not in the stored variant
--   inferred: inferred grade; null if no judged passage of the document is loaded
--   num_passages: loaded judged passages of the document for this topic
-- needs: mapping
create or replace view labels.inferred_audit_items as
with
stored_variants as (
    select distinct
        collection,
        variant,
    from main.qrels
),

inferred_rules as (
    select distinct
        collection,
        rule,
    from labels.inferred_document_labels
),

audited as (
    select
        stored_variants.collection,
        stored_variants.variant,
        inferred_rules.rule,
    from stored_variants
    inner join inferred_rules
        on stored_variants.collection = inferred_rules.collection
),

released as (
    select
        audited.collection,
        audited.variant,
        audited.rule,
        qrels.query_id,
        qrels.doc_id,
        qrels.relevance,
    from audited
    inner join main.qrels
        on audited.collection = qrels.collection and audited.variant = qrels.variant
),

inferred as (
    select
        audited.collection,
        audited.variant,
        audited.rule,
        inferred_document_labels.query_id,
        inferred_document_labels.doc_id,
        inferred_document_labels.relevance,
        inferred_document_labels.num_passages,
    from audited
    inner join labels.inferred_document_labels
        on audited.collection = inferred_document_labels.collection and audited.rule = inferred_document_labels.rule
)

select
    coalesce(released.collection, inferred.collection) as collection,
    coalesce(released.variant, inferred.variant) as variant,
    coalesce(released.rule, inferred.rule) as rule,
    coalesce(released.query_id, inferred.query_id) as query_id,
    coalesce(released.doc_id, inferred.doc_id) as doc_id,
    released.relevance as released,
    inferred.relevance as inferred,
    coalesce(inferred.num_passages, 0) as num_passages,
from released
full outer join inferred
    on
        released.collection = inferred.collection
        and released.variant = inferred.variant
        and released.rule = inferred.rule
        and released.query_id = inferred.query_id
        and released.doc_id = inferred.doc_id
where released.relevance is distinct from inferred.relevance;
