-- The distinct items that occur in any labels, with the stem and key under which their corpus stores them.
--
-- source: main.qrels
-- grain: corpus, doc_id
-- columns:
--   corpus: corpus of the collections that judge the item
--   doc_id: id of the passage or document
--   stem: corpus.stem of the id
--   key: corpus.key of the id
create or replace view corpus.judged_items as
select distinct
    collections.corpus,
    qrels.doc_id,
    corpus.stem(qrels.doc_id) as stem,
    corpus.key(qrels.doc_id) as key,
from main.qrels as qrels
inner join main.collections as collections
    on qrels.collection = collections.collection
where collections.corpus is not null;
