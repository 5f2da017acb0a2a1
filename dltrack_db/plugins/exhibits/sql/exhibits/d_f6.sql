-- How similarly short, long and all topics of 2021 rank the runs: tau in each of six scatter plots.
--
-- source: TREC 2021 Deep Learning overview, Figure 6; values from systems.query_length_agreement
-- grain: task, category, subset_x, subset_y
-- columns:
--   category: 'all', or the runs of one category
--   subset_x: topics of the first axis: 'short' or 'long'
--   subset_y: topics of the second axis: 'all' or 'short'
--   num_runs
--   tau: Kendall's tau-b of the runs' mean NDCG@10
-- caveats: loaded runs only; for the points of the plots, see systems.query_length_scores
-- example: from exhibits.d_f6
create or replace view exhibits.d_f6 as
select
    collections.task,
    agreement.category,
    agreement.subset_x,
    agreement.subset_y,
    agreement.num_runs,
    agreement.tau_b as tau,
from systems.query_length_agreement as agreement
inner join main.collections as collections on agreement.collection = collections.collection
where agreement.collection in ('trec2021-docs', 'trec2021-passages')
order by collections.task, agreement.subset_y, agreement.subset_x, agreement.category;
