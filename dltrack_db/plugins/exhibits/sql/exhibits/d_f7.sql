-- How similarly RR (MS) and NDCG@10 rank the runs of 2021: tau in each of two scatter plots.
--
-- source: TREC 2021 Deep Learning overview, Figure 7; values from systems.overview_agreement
-- grain: task, category, measure_x, measure_y
-- columns:
--   category: 'all', or the runs of one category
--   measure_x: 'rr_ms' or 'rr'
--   measure_y: 'rr' or 'ndcg_cut_10'
--   num_runs, tau
-- caveats: loaded runs only; pairs with RR (MS) need the sparse labels of the test topics, which are not
--   public
-- example: from exhibits.d_f7
create or replace view exhibits.d_f7 as
select
    collections.task,
    agreement.category,
    agreement.measure_x,
    agreement.measure_y,
    agreement.num_runs,
    agreement.tau_b as tau,
from systems.overview_agreement as agreement
inner join main.collections as collections on agreement.collection = collections.collection
where
    agreement.collection in ('trec2021-docs', 'trec2021-passages')
    and agreement.measure_x = 'rr_ms'
    and agreement.measure_y = 'ndcg_cut_10'
order by collections.task, agreement.measure_x, agreement.measure_y, agreement.category;
