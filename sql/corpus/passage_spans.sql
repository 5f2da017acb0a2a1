-- The spans of a passage in its document, with the document's text in each span.
--
-- source: MS MARCO v2 passages, fields spans and docid; bodies of the v2 documents
-- grain: corpus, passage_id, span_no
-- params:
--   id: passage id
-- columns:
--   corpus: passage corpus
--   passage_id: the id
--   doc_id: document that the passage was cut from
--   span_no: number of the span, from 1
--   from_byte: UTF-8 byte offset in the body of the first byte of the span
--   to_byte: UTF-8 byte offset in the body after the last byte of the span
--   text: text of the span; null if the document is not loaded with text
-- example:
--   select span_no, text from corpus.passage_spans('msmarco_passage_41_45753370');
create or replace macro corpus.passage_spans(id) as table
with
spans as (
    select
        passages.corpus,
        passages.passage_id,
        passages.doc_id,
        unnest(regexp_extract_all(passages.spans, '\((\d+),(\d+)\)', 1))::integer as from_byte,
        unnest(regexp_extract_all(passages.spans, '\((\d+),(\d+)\)', 2))::integer as to_byte,
        generate_subscripts(regexp_extract_all(passages.spans, '\(\d+,\d+\)'), 1) as span_no,
    from corpus.passage(id) as passages
),

bodies as (
    select
        corpus.official_id(documents.stem, documents.key) as doc_id,
        documents.body,
    from store.documents as documents
    inner join store.corpora as corpora
        on documents.load_no = corpora.load_no
    where corpora.is_published and documents.key in (select corpus.key(doc_id) from spans)
)

select
    spans.corpus,
    spans.passage_id,
    spans.doc_id,
    spans.span_no,
    spans.from_byte,
    spans.to_byte,
    corpus.cut(bodies.body, spans.from_byte, spans.to_byte) as text,
from spans
left join bodies
    on spans.doc_id = bodies.doc_id
order by spans.corpus, spans.span_no;
