-- The topics of variable `collection`, as TREC gives them out: id, tab, text.
select
    queries.query_id,
    queries.text,
from main.queries
inner join main.collections
    on queries.query_set = collections.query_set
where collections.collection = getvariable('collection')
order by queries.query_id;
