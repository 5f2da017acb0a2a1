-- Passages of the loaded corpora, or of their judged part.
--
-- source: MS MARCO v1 collection.tsv, v2 msmarco_v2_passage.tar
-- grain: corpus, passage_id
-- columns:
--   corpus: 'msmarco-v1-passage' or 'msmarco-v2-passage' (or 'sample-passage')
--   passage_id: id as in qrels and runs
--   text: the passage; null when loaded without text
create table if not exists main.passages (
    corpus varchar not null,
    passage_id varchar not null,
    text varchar
);
