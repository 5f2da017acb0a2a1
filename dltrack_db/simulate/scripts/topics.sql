-- The judged topics of the collection of variable `collection`, with their text.
select
    topics.query_id,
    coalesce(queries.text, '') as text,
    topics.num_judged,
from judging.topic_statistics as topics
inner join main.collections as collections on topics.collection = collections.collection
left join main.queries as queries
    on collections.query_set = queries.query_set and topics.query_id = queries.query_id
where topics.collection = getvariable('collection')
order by topics.query_id;
