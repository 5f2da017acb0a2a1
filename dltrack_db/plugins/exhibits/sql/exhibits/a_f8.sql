-- How similarly RR (MS), RR and NDCG@10 rank the passage runs of 2019: tau for each pair of measures and category.
--
-- source: TREC 2019 Deep Learning overview, Figure 8; values from systems.overview_agreement
-- grain: category, measure_x, measure_y
-- columns:
--   category: 'all', or the runs of one category
--   measure_x: 'rr_ms' or 'rr'
--   measure_y: 'rr' or 'ndcg_cut_10'
--   num_runs, tau
-- caveats: loaded runs only; pairs with RR (MS) need the sparse labels of the test topics, which are not
--   public
-- example: from exhibits.a_f8
create or replace view exhibits.a_f8 as
select
    agreement.category,
    agreement.measure_x,
    agreement.measure_y,
    agreement.num_runs,
    agreement.tau_b as tau,
from systems.overview_agreement as agreement
where
    agreement.collection = 'trec2019-passages'
    and (agreement.measure_x, agreement.measure_y) in (
        ('rr_ms', 'rr'), ('rr_ms', 'ndcg_cut_10'), ('rr', 'ndcg_cut_10')
    )
order by agreement.measure_x, agreement.measure_y, agreement.category;
