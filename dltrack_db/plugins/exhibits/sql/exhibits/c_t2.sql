-- One row for each step from MAP to atomized search length: the change in the order of systems.
--
-- source: Atomized Search Length, Table 2 (76 TREC tracks); values from search_length.reordering_summary
-- grain: technique
-- columns:
--   technique: one of 'atomize_p', 'aggregate_docs', 'aggregate_rates', 'cumulative'
--   delta_sort_low: share of systems that change ranks, in percent: mean over tracks minus one standard deviation
--   delta_sort_high: share of systems that change ranks, in percent: mean over tracks plus one standard deviation
--   tau_low: Kendall's tau-b: mean over tracks minus one standard deviation
--   tau_high: Kendall's tau-b: mean over tracks plus one standard deviation
--   delta_value_low: ratio of the new value to the old value: mean over tracks minus one standard deviation
--   delta_value_high: ratio of the new value to the old value: mean over tracks plus one standard deviation
-- caveats: covers the loaded collections with at least five runs, not the paper's 76 tracks; numbers are null for a single
--   collection, because it has no standard deviation
-- cost: .6 s of processor time and 250 MB with the 63 passage runs of TREC 2021; grows with the pairs of runs
-- example: from exhibits.c_t2
create or replace view exhibits.c_t2 as
select
    reordering_summary.technique,
    reordering_summary.delta_sort - reordering_summary.delta_sort_sd as delta_sort_low,
    reordering_summary.delta_sort + reordering_summary.delta_sort_sd as delta_sort_high,
    reordering_summary.tau_b - reordering_summary.tau_b_sd as tau_low,
    reordering_summary.tau_b + reordering_summary.tau_b_sd as tau_high,
    reordering_summary.delta_value - reordering_summary.delta_value_sd as delta_value_low,
    reordering_summary.delta_value + reordering_summary.delta_value_sd as delta_value_high,
from search_length.reordering_summary(min_relevance := 1, is_padded := false) as reordering_summary
where reordering_summary.technique in ('atomize_p', 'aggregate_docs', 'aggregate_rates', 'cumulative');
