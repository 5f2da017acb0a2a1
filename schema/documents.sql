-- Documents of the loaded corpora, or of their judged part.
--
-- source: MS MARCO v1 msmarco-docs.tsv, v2 msmarco_v2_doc.tar
-- grain: corpus, doc_id
-- columns:
--   corpus: 'msmarco-v1-document' or 'msmarco-v2-document' (or 'sample-document')
--   doc_id: id as in qrels and runs
--   url: address the document was crawled from
--   title: title; null when loaded without text
--   headings: headings, one per line; null for v1 or when loaded without text
--   body: text; null when loaded without text
create table if not exists main.documents (
    corpus varchar not null,
    doc_id varchar not null,
    url varchar,
    title varchar,
    headings varchar,
    body varchar
);
