-- The labels, from all label sets, of documents that were already in an older corpus.
--
-- source: TREC 2021 overview, section 4, paragraph "Oldness" (the NIST qrels restricted to old documents)
-- grain: collection, variant, query_id, doc_id
-- params:
--   newer: corpus of the judged documents
-- columns:
--   variant: label set
--   query_id: topic number as text
--   doc_id: old document
--   relevance
-- caveats: documents whose URL is not loaded are excluded
-- example: select variant, count(*) from corpus.old_judgments() group by variant
create or replace macro corpus.old_judgments(newer := 'msmarco-v2-document', older := 'msmarco-v1-document') as table
    select
        qrels.collection,
        qrels.variant,
        qrels.query_id,
        qrels.doc_id,
        qrels.relevance,
    from main.qrels as qrels
    inner join main.collections as collections on qrels.collection = collections.collection
    inner join corpus.document_age(newer := newer, older := older) as document_age on qrels.doc_id = document_age.doc_id
    where collections.corpus = newer and document_age.is_old;
