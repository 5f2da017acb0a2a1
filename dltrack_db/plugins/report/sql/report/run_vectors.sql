-- One row for each submitted run, with its nDCG@10 on every topic as a vector: data for the figure run-map.
--
-- source: TREC 2019 overview, section 5 and figure 4
-- grain: collection, run_id
-- columns:
--   run_id: submitted run listed in the overview
--   team, category
--   ndcg_cut_10: mean over the judged topics
--   ndcg_by_topic: list of nDCG@10 on every judged topic, in order of query_id
-- needs: runs
create or replace view report.run_vectors as
select
    query_scores.collection,
    query_scores.run_id,
    run_positions.team,
    run_positions.category,
    run_positions.ndcg_cut_10,
    list(query_scores.value order by query_scores.query_id asc) as ndcg_by_topic,
from metrics.query_scores
inner join systems.run_positions
    on query_scores.collection = run_positions.collection and query_scores.run_id = run_positions.run_id
where query_scores.measure = 'ndcg_cut_10'
group by
    query_scores.collection,
    query_scores.run_id,
    run_positions.team,
    run_positions.category,
    run_positions.ndcg_cut_10;
