-- How well each topic separates runs by nDCG@10, and how closely its ranking of the runs agrees with the ranking by the other
-- topics.
--
-- source: judging.topic_discrimination_by
-- grain: collection, query_id
-- columns:
--   measure: 'ndcg_cut_10'
--   query_id
--   num_runs: runs included in tests (systems.field)
--   mean: mean value of the runs
--   lowest: lowest value of a run
--   highest: highest value of a run
--   spread: standard deviation of the runs' values
--   is_dead: whether all runs have the same value, so that the topic separates no runs
--   separated: share of the pairs of runs that have different values on the topic
--   correlation: Pearson's correlation between the runs' values on the topic and the runs' means over the other topics; null
--     if is_dead
--   tau: Kendall's tau-b between the runs' values on the topic and the runs' means over the other topics
--   power: share of the pairs of runs that the topic orders like the means over the other topics
--   against: share of the pairs of runs that the topic orders in the opposite way to the means over the other topics
-- needs: scored runs
-- example: from judging.topic_discrimination where collection = 'trec2021-passages' order by power desc
create or replace view judging.topic_discrimination as
select
    discrimination.collection,
    discrimination.measure,
    discrimination.query_id,
    discrimination.num_runs,
    discrimination.mean,
    discrimination.lowest,
    discrimination.highest,
    discrimination.spread,
    discrimination.is_dead,
    discrimination.separated,
    discrimination.correlation,
    discrimination.tau,
    discrimination.power,
    discrimination.against,
from judging.topic_discrimination_by(['ndcg_cut_10']) as discrimination;
