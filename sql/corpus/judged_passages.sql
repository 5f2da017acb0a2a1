-- The judged passages that are loaded, with text and document id; fast for a corpus of any size.
--
-- source: main.qrels, store.passages
-- grain: corpus, passage_id
-- columns:
--   corpus: passage corpus
--   passage_id: id of the passage
--   doc_id: document that the passage was cut from; null in v1
--   spans: positions in the document's body, as UTF-8 byte offsets
--   text: text of the passage; null if loaded without text
-- needs: corpus
-- example:
--   select qrels.relevance, passages.text
--   from main.qrels as qrels
--   inner join corpus.judged_passages as passages on qrels.doc_id = passages.passage_id
--   where qrels.collection = 'trec2021-passages' and qrels.query_id = '2082';
create or replace view corpus.judged_passages as
select
    judged_items.corpus,
    judged_items.doc_id as passage_id,
    corpus.official_id(passages.document_stem, passages.document_key) as doc_id,
    passages.spans,
    passages.text,
from corpus.judged_items as judged_items
inner join store.corpora as corpora
    on judged_items.corpus = corpora.corpus
inner join store.passages as passages
    on
        corpora.load_no = passages.load_no
        and judged_items.key = passages.key
        and judged_items.stem = passages.stem
where corpora.is_published;
