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
-- caveats: Empty without main.passage_documents. The commands eval, leaderboard and compare use the labels of rule 'max' if
--   called with --labels hybrid. Inferred grades favour the items that passage runs return; labels.inferred_scores compares
--   document runs by actual and by inferred labels
-- example: select origin, relevance, count(*) from labels.hybrid_document_labels where rule = 'max' group by all
create or replace view labels.hybrid_document_labels as
with actual as (
    select
        qrels.*,
        rules.rule,
    from main.qrels as qrels
    inner join main.collections as collections
        on qrels.collection = collections.collection and qrels.variant = collections.qrels_variant
    inner join (select distinct inferred.collection, inferred.rule, from labels.inferred_document_labels as inferred) as rules
        on qrels.collection = rules.collection
)

select
    coalesce(actual.collection, inferred.collection) as collection,
    coalesce(actual.rule, inferred.rule) as rule,
    coalesce(actual.query_id, inferred.query_id) as query_id,
    coalesce(actual.doc_id, inferred.doc_id) as doc_id,
    coalesce(actual.relevance, inferred.relevance) as relevance,
    if(actual.relevance is null, 'inferred', 'actual') as origin,
from actual
full join labels.inferred_document_labels as inferred
    on
        actual.collection = inferred.collection
        and actual.rule = inferred.rule
        and actual.query_id = inferred.query_id
        and actual.doc_id = inferred.doc_id;
