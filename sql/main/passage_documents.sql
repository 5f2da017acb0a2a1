-- The document that each passage was cut from.
--
-- source: field docid of the v2 passages
-- grain: corpus, passage_id
-- columns:
--   corpus: passage corpus
--   passage_id: passage
--   doc_id: document that the passage was cut from
--   spans: positions in the document's body, '(from,to),…' as UTF-8 byte offsets; the byte at the offset `to` is excluded; null
--     if not loaded
-- needs: corpus
-- caveats: v1 passages have no reliable mapping, so they have no rows
create or replace view main.passage_documents as
select
    corpora.corpus,
    corpus.official_id(passages.stem, passages.key) as passage_id,
    corpus.official_id(passages.document_stem, passages.document_key) as doc_id,
    passages.spans,
from store.passages as passages
inner join store.corpora as corpora
    on passages.load_no = corpora.load_no
where corpora.is_published
    and passages.document_key is not null;
