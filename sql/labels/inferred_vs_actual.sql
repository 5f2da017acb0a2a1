-- Document labels inferred from passages compared with those that assessors gave to the documents.
--
-- source: TREC 2021 overview, tables 5 (counts), 6 (percent_of_actual) and 7 (percent_of_inferred)
-- grain: collection, rule, actual, inferred
-- columns:
--   collection: document task
--   rule: inference rule, see labels.inferred_document_labels; the paper's is 'max'
--   actual: grade in the collection's official labels
--   inferred: grade inferred from the document's passages
--   num_docs: topic-document pairs with these two grades
--   percent_of_actual: share among the pairs with this actual grade, 0 to 100
--   percent_of_inferred: share among the pairs with this inferred grade, 0 to 100
-- needs: mapping
-- caveats: only pairs with both labels; in 2022 and 2023 the official document labels are themselves inferred
create or replace view labels.inferred_vs_actual as
with
documents as (
    select
        qrels.collection,
        qrels.query_id,
        qrels.doc_id,
        labels.grade(qrels.relevance, qrels.gain, judges.cuts) as actual,
    from main.qrels
    inner join main.collections
        on qrels.collection = collections.collection and qrels.variant = collections.qrels_variant
    left join main.qrels_variants as judges
        on qrels.collection = judges.collection and qrels.variant = judges.variant
),

inferred_labels as (
    select
        collection,
        rule,
        query_id,
        doc_id,
        relevance as inferred,
    from labels.inferred_document_labels
),

grade_pairs as (
    select
        actual_grades.collection,
        inferred_grades.rule,
        actual_grades.actual,
        inferred_grades.inferred,
    from (select distinct collection, actual from documents) as actual_grades
    inner join (select distinct collection, rule, inferred from inferred_labels) as inferred_grades
        on actual_grades.collection = inferred_grades.collection
),

shared_documents as (
    select
        documents.collection,
        inferred_labels.rule,
        documents.actual,
        inferred_labels.inferred,
        count(*) as num_docs,
    from documents
    inner join inferred_labels
        on
            documents.collection = inferred_labels.collection
            and documents.query_id = inferred_labels.query_id
            and documents.doc_id = inferred_labels.doc_id
    group by all
),

cells as (
    select
        grade_pairs.collection,
        grade_pairs.rule,
        grade_pairs.actual,
        grade_pairs.inferred,
        coalesce(shared_documents.num_docs, 0) as num_docs,
    from grade_pairs
    left join shared_documents
        on
            grade_pairs.collection = shared_documents.collection
            and grade_pairs.rule = shared_documents.rule
            and grade_pairs.actual is not distinct from shared_documents.actual
            and grade_pairs.inferred = shared_documents.inferred
)

select
    collection,
    rule,
    actual,
    inferred,
    num_docs,
    100.0 * num_docs / nullif(sum(num_docs) over (partition by collection, rule, actual), 0) as percent_of_actual,
    100.0 * num_docs / nullif(sum(num_docs) over (partition by collection, rule, inferred), 0) as percent_of_inferred,
from cells;
