-- Every retrieved item that has a label, with its grade and its position under each tie rule. Loads store these rows in
-- main.judged_rankings; `dltrack verify` compares the stored rows with this macro.
--
-- source: metrics.orders and main.qrels
-- grain: collection, variant, run_id, query_id, doc_id
-- columns:
--   variant: label set
--   run_id
--   query_id: topic number as text
--   doc_id
--   rank: position from 1 with scores compared as 4-byte floats, see metrics.orders
--   relevance: grade
--   answer_id: number of the pair of run and topic, as in run_topics
--   rank_double: position from 1 with scores compared as doubles, see metrics.orders
--   rank_submitted: position from 1 by the rank column of the file, see metrics.orders
--   rank_ascending: position from 1 with scores compared as doubles and ties ordered by ascending ids, see metrics.orders
--   gain: label as given, if the label set has fractions; otherwise null
-- needs: runs
-- caveats: sorts every run again; main.judged_rankings contains the same rows
-- example: select doc_id, rank, relevance from metrics.judged_orders() where run_id = 'p_bm25' and query_id = '2082'
create or replace macro metrics.judged_orders() as table
select
    orders.collection,
    qrels.variant,
    orders.run_id,
    orders.query_id,
    orders.doc_id,
    orders.rank_float as rank,
    qrels.relevance,
    orders.answer_id,
    orders.rank_double,
    orders.rank_submitted,
    orders.rank_ascending,
    qrels.gain,
from metrics.orders(only_judged_topics := true) as orders
inner join main.qrels as qrels
    on orders.collection = qrels.collection
    and orders.query_id = qrels.query_id
    and orders.doc_id = qrels.doc_id;
