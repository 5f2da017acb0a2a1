-- The loaded documents of every corpus: all documents, or only those in qrels and runs.
--
-- source: MS MARCO v1 msmarco-docs.tsv or .trec, v2 msmarco_v2_doc.tar
-- grain: corpus, doc_id
-- columns:
--   corpus: 'msmarco-v1-document' or 'msmarco-v2-document' (or 'sample-document')
--   doc_id: id as in qrels and runs
--   url: address that the document was crawled from
--   title: title; null if loaded without text
--   headings: headings, one per line; null for v1 or if loaded without text
--   body
-- needs: corpus
-- caveats: a filter on doc_id reads all ids of a corpus; corpus.document finds a document by its id in milliseconds
create or replace view main.documents as
select
    corpora.corpus,
    corpus.official_id(documents.stem, documents.key) as doc_id,
    documents.url,
    documents.title,
    documents.headings,
    documents.body,
from store.documents as documents
inner join store.corpora as corpora
    on documents.load_no = corpora.load_no
where corpora.is_published;
