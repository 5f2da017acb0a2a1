-- One document, found by its official id in milliseconds in a corpus of any size.
--
-- source: store.documents
-- grain: corpus, doc_id
-- params:
--   id: document id as in qrels and runs
-- columns:
--   corpus: document corpus; if several loaded corpora contain the id, each has a row
--   doc_id: the id
--   url: address that the document was crawled from
--   title: title; null if loaded without text
--   headings: headings, one per line
--   body
-- caveats: v1 documents are not stored in the order of their ids, so the query reads the stored numbers of all documents
-- example:
--   select url, title from corpus.document('msmarco_doc_35_1343131017');
create or replace macro corpus.document(id) as table
select
    corpora.corpus,
    id as doc_id,
    documents.url,
    documents.title,
    documents.headings,
    documents.body,
from store.documents as documents
inner join store.corpora as corpora
    on documents.load_no = corpora.load_no
where
    corpora.is_published
    and documents.key = corpus.key(id)
    and corpus.official_id(documents.stem, documents.key) = id;
