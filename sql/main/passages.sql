-- The loaded passages of every corpus: all passages, or only those in qrels and runs.
--
-- source: MS MARCO v1 collection.tsv, v2 msmarco_v2_passage.tar
-- grain: corpus, passage_id
-- columns:
--   corpus: 'msmarco-v1-passage' or 'msmarco-v2-passage' (or 'sample-passage')
--   passage_id: id as in qrels and runs
--   text: text of the passage; null if loaded without text
-- needs: corpus
-- caveats: a filter or join on passage_id reads a whole corpus (seconds for 138 million passages), because ids are composed
--   for each row; corpus.passage and corpus.judged_passages find passages by id in milliseconds
-- example:
--   select passage_id, text from main.passages limit 3;
create or replace view main.passages as
select
    corpora.corpus,
    corpus.official_id(passages.stem, passages.key) as passage_id,
    passages.text,
from store.passages as passages
inner join store.corpora as corpora
    on passages.load_no = corpora.load_no
where corpora.is_published;
