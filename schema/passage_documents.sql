-- Which document each passage was cut from.
--
-- source: field docid of the v2 passages
-- grain: corpus, passage_id
-- columns:
--   corpus: passage corpus
--   passage_id: passage
--   doc_id: the document it belongs to
--   spans: places in the document's body, '(from,to),…' as UTF-8 byte offsets, to excluded; null when not loaded
create table if not exists main.passage_documents (
    corpus varchar not null,
    passage_id varchar not null,
    doc_id varchar not null,
    spans varchar
);
