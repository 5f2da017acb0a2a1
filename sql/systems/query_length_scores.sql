-- Mean nDCG@10 of each run over all judged queries, over the short queries and over the long queries.
--
-- source: TREC 2021 overview, section 4 and figure 6
-- grain: collection, run_id
-- columns:
--   run_id: submitted run listed in the overview
--   team, category
--   ndcg_cut_10_all: mean over all judged topics
--   ndcg_cut_10_short: mean over the short queries; null without short queries
--   ndcg_cut_10_long: mean over the long queries; null without long queries
-- needs: runs, topics
create or replace view systems.query_length_scores as
select
    query_scores.collection,
    query_scores.run_id,
    runs.team,
    runs.category,
    avg(query_scores.value) as ndcg_cut_10_all,
    avg(query_scores.value) filter (where query_lengths.length = 'short') as ndcg_cut_10_short,
    avg(query_scores.value) filter (where query_lengths.length = 'long') as ndcg_cut_10_long,
from metrics.query_scores
inner join main.runs
    on query_scores.collection = runs.collection and query_scores.run_id = runs.run_id
inner join systems.query_lengths
    on query_scores.collection = query_lengths.collection and query_scores.query_id = query_lengths.query_id
where query_scores.measure = 'ndcg_cut_10' and runs.is_submission and runs.in_overview is distinct from false
group by query_scores.collection, query_scores.run_id, runs.team, runs.category;
