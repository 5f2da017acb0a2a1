-- One row per judged topic, hardest first: text, number of relevant items, scores of the runs. Variable: `collection`.
select
    topics.query_id,
    queries.text,
    topics.num_rel,
    topics.num_judged,
    count(scores.run_id) as num_runs,
    avg(scores.value) as mean_ndcg_cut_10,
    max(scores.value) as best_ndcg_cut_10,
    arg_max(scores.run_id, scores.value) as best_run,
from judging.topic_statistics as topics
inner join main.collections as collections on collections.collection = topics.collection
left join main.queries as queries
    on queries.query_set = collections.query_set and queries.query_id = topics.query_id
left join metrics.query_scores as scores
    on
        scores.collection = topics.collection
        and scores.query_id = topics.query_id
        and scores.measure = 'ndcg_cut_10'
where topics.collection = getvariable('collection')
group by topics.query_id, queries.text, topics.num_rel, topics.num_judged
order by mean_ndcg_cut_10 asc nulls last, topics.query_id asc;
