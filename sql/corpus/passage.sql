-- One passage, found by its official id in about a millisecond in a corpus of any size.
--
-- source: store.passages
-- grain: corpus, passage_id
-- params:
--   id: passage id as in qrels and runs
-- columns:
--   corpus: passage corpus; if several loaded corpora contain the id, each has a row
--   passage_id: the id
--   text: text of the passage; null if loaded without text
--   doc_id: document that the passage was cut from; null in v1
--   spans: positions in the document's body, '(from,to),…' as UTF-8 byte offsets; the byte at the offset `to` is excluded
-- example:
--   from corpus.passage('msmarco_passage_41_45753370');
create or replace macro corpus.passage(id) as table
select
    corpora.corpus,
    id as passage_id,
    passages.text,
    corpus.official_id(passages.document_stem, passages.document_key) as doc_id,
    passages.spans,
from store.passages as passages
inner join store.corpora as corpora
    on passages.load_no = corpora.load_no
where
    corpora.is_published
    and passages.key = corpus.key(id)
    and corpus.official_id(passages.stem, passages.key) = id;
