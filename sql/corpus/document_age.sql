-- Whether each document of a corpus, identified by its URL, was already in an older corpus.
--
-- source: TREC 2021 overview, section 4, paragraph "Oldness"
-- grain: doc_id
-- params:
--   newer: corpus whose documents are listed
-- columns:
--   doc_id: document of the newer corpus; documents whose URL is not loaded have no row
--   is_old: whether the document's URL is also in the older corpus
-- caveats: Load both corpora with their URLs; otherwise documents appear newer than they are. URLs are compared unchanged. In
--   2021 to 2023, runs were not allowed to use the age of documents.
-- example: select is_old, count(*) from corpus.document_age() group by is_old
create or replace macro corpus.document_age(newer := 'msmarco-v2-document', older := 'msmarco-v1-document') as table
    select
        documents.doc_id,
        documents.url in (
            select older_documents.url,
            from main.documents as older_documents
            where older_documents.corpus = older and older_documents.url is not null
        ) as is_old,
    from main.documents as documents
    where documents.corpus = newer and documents.url is not null;
