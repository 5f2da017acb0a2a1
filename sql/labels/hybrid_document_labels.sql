-- Document labels from both sources: the assessors' grade if there is one, else the grade inferred from the document's judged
-- passages.
--
-- source: TREC 2021 overview, section 4 "Passage vs. document level judgments" (inferred plus actual labels)
-- grain: collection, rule, query_id, doc_id
-- columns:
--   collection: document task
--   rule: rule of the inferred grades, see labels.inferred_document_labels; the paper uses 'max'
--   query_id: topic judged in the document task or in the passage task
--   doc_id: document with a label by the assessors or with at least one judged passage
--   relevance: the official grade if there is one, else the inferred grade
--   origin: 'actual' or 'inferred'
-- needs: mapping
-- caveats: empty without main.passage_documents; option --labels hybrid of eval, leaderboard and compare uses the labels of
--   rule 'max'; inferred grades favour the items that passage runs return, so labels.inferred_scores compares document runs by
--   actual and by inferred labels
-- example: select origin, relevance, count(*) from labels.hybrid_document_labels where rule = 'max' group by all
create or replace view labels.hybrid_document_labels as
with
actual as (
    select
        inferred_for.collection,
        inferred_for.rule,
        qrels.query_id,
        qrels.doc_id,
        qrels.relevance,
    from (
        select distinct
            inferred.collection,
            inferred.rule,
        from labels.inferred_document_labels as inferred
    ) as inferred_for
    inner join main.collections as collections on inferred_for.collection = collections.collection
    inner join main.qrels as qrels
        on collections.collection = qrels.collection and collections.qrels_variant = qrels.variant
)

select
    collection,
    rule,
    query_id,
    doc_id,
    relevance,
    'actual' as origin,
from actual
union all
select
    inferred.collection,
    inferred.rule,
    inferred.query_id,
    inferred.doc_id,
    inferred.relevance,
    'inferred' as origin,
from labels.inferred_document_labels as inferred
anti join actual
    on
        inferred.collection = actual.collection
        and inferred.rule = actual.rule
        and inferred.query_id = actual.query_id
        and inferred.doc_id = actual.doc_id;
