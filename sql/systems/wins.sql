-- On how many topics each run beats one baseline, such as the best traditional run.
--
-- source: TREC 2019 overview, section 5, for any run and measure
-- grain: collection, measure, run_id
-- params:
--   baseline: run that the other runs are compared with
--   measures: measures as a list
-- columns:
--   num_queries: judged topics
--   num_wins: topics on which the run is strictly better than the baseline
--   num_ties: topics on which the two runs are equal
--   num_losses: topics on which the baseline is strictly better
--   win_percent: 100 * num_wins / num_queries
--   mean_difference: mean of the run minus mean of the baseline
-- needs: runs
-- example: select run_id, num_wins, num_queries from systems.wins('p_bm25') where num_wins > num_queries / 2 order by num_wins desc, run_id
create or replace macro systems.wins(baseline, measures := ['ndcg_cut_10']) as table
select
    paired_values.collection,
    paired_values.measure,
    paired_values.run_a as run_id,
    count(*) as num_queries,
    count(*) filter (where paired_values.advantage > 0) as num_wins,
    count(*) filter (where paired_values.difference = 0) as num_ties,
    count(*) filter (where paired_values.advantage < 0) as num_losses,
    100.0 * count(*) filter (where paired_values.advantage > 0) / count(*) as win_percent,
    avg(paired_values.difference) as mean_difference,
from statistics.paired_values(measures, baselines := [baseline]) as paired_values
group by paired_values.collection, paired_values.measure, paired_values.run_a;
