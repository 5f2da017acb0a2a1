-- The judged topics and their texts. Variable: `collection`.
select
    judged.query_id,
    queries.text
from judging.topic_statistics as judged
inner join main.collections as collections
    on judged.collection = collections.collection
left join main.queries as queries
    on collections.query_set = queries.query_set
    and judged.query_id = queries.query_id
where judged.collection = getvariable('collection')
order by judged.query_id
