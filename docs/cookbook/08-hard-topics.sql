-- Which topics are hard for every run?
select
    query_scores.query_id,
    queries.text,
    round(max(query_scores.value), 3) as best,
    round(median(query_scores.value), 3) as median,
from metrics.query_scores
inner join main.queries on queries.query_id = query_scores.query_id and queries.query_set = 'sample'
where query_scores.collection = 'sample-passages' and query_scores.measure = 'ndcg_cut_10'
group by query_scores.query_id, queries.text
order by best, query_scores.query_id
limit 5
