-- The judged documents that are loaded, with their text; fast for a corpus of any size.
--
-- source: main.qrels, store.documents
-- grain: corpus, doc_id
-- columns:
--   corpus: document corpus
--   doc_id: id of the document
--   url: address that the document was crawled from
--   title: title; null if loaded without text
--   headings: headings, one per line
--   body
-- needs: mapping
create or replace view corpus.judged_documents as
select
    judged_items.corpus,
    judged_items.doc_id,
    documents.url,
    documents.title,
    documents.headings,
    documents.body,
from corpus.judged_items as judged_items
inner join store.corpora as corpora
    on judged_items.corpus = corpora.corpus
inner join store.documents as documents
    on
        corpora.load_no = documents.load_no
        and judged_items.key = documents.key
        and judged_items.stem = documents.stem
where corpora.is_published;
