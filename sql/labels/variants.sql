-- Every label of every set in one list: the stored qrels variants and the document labels inferred from passages.
--
-- source: main.qrels; labels.inferred_document_labels under the names 'passages-max', 'passages-any', 'passages-mean',
--     'passages-count'
-- grain: collection, variant, query_id, doc_id
-- columns:
--   variant: qrels variant, or 'passages-' and the inference rule
--   query_id: topic number as text
--   doc_id: id of the labelled item
--   relevance: grade, by the set's cut points if there are any; null for fractions without cut points (labels.grade)
create or replace view labels.variants as
select
    qrels.collection,
    qrels.variant,
    qrels.query_id,
    qrels.doc_id,
    labels.grade(qrels.relevance, qrels.gain, judges.cuts) as relevance,
from main.qrels as qrels
left join main.qrels_variants as judges
    on qrels.collection = judges.collection and qrels.variant = judges.variant
union all
select
    collection,
    'passages-' || rule as variant,
    query_id,
    doc_id,
    relevance,
from labels.inferred_document_labels;
