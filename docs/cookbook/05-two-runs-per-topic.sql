-- On which topics does one run beat another most?
select
    a.query_id,
    queries.text,
    round(a.value, 3) as neural,
    round(b.value, 3) as bm25,
    round(a.value - b.value, 3) as difference,
from metrics.query_scores as a
inner join metrics.query_scores as b using (collection, query_id, measure)
inner join main.queries on queries.query_id = a.query_id and queries.query_set = 'sample'
where a.collection = 'sample-passages' and a.measure = 'ndcg_cut_10' and a.run_id = 'alder_p2' and b.run_id = 'p_bm25'
order by difference desc, a.query_id
limit 5
