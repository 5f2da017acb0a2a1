-- The rows of main.judged_rankings for the answers at hand (metrics.is_measured).
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
from metrics.orders(only_judged_topics := true) as orders
inner join main.qrels as qrels
    on orders.collection = qrels.collection
    and orders.query_id = qrels.query_id
    and orders.doc_id = qrels.doc_id
order by qrels.variant, orders.answer_id, orders.rank_float
