-- The judged topics of a collection, with how its runs did by nDCG@10. Variable: `collection`.
select
    judged.query_id,
    queries.text,
    judged.num_judged,
    judged.num_rel,
    field.mean,
    field.lowest,
    field.highest,
from judging.topic_statistics as judged
inner join main.collections as collections
    on judged.collection = collections.collection
left join main.queries as queries
    on collections.query_set = queries.query_set
    and judged.query_id = queries.query_id
left join judging.topic_discrimination as field
    on judged.collection = field.collection
    and judged.query_id = field.query_id
    and field.measure = 'ndcg_cut_10'
where judged.collection = getvariable('collection')
order by judged.query_id
