-- One row for each step from MAP to atomized search length: how much it reorders the runs, averaged over collections.
--
-- source: Atomized Search Length, Table 2 (76 tracks, mean minus and plus one standard deviation)
-- grain: technique
-- params:
--   min_runs: minimum number of runs of a collection; the paper uses 5
--   min_relevance: lowest relevant grade; null for the level of each collection (the paper uses 1)
--   is_paired: whether the t-test is paired
-- columns:
--   technique: as in search_length.reordering
--   collections: number of averaged collections
--   delta_sort: mean over collections of the largest change of a run's number of better runs, in percent of the number of runs
--   delta_sort_sd: standard deviation of delta_sort over collections; null for one collection
--   tau_b: mean of Kendall's tau-b
--   tau_b_sd: standard deviation of tau_b over collections
--   delta_value: mean over collections of the mean of new value / old value
--   delta_value_sd: standard deviation of delta_value over collections
-- needs: runs
-- caveats: sample standard deviations (n - 1), which the paper does not specify
-- cost: .6 s of processor time and 250 MB with the 63 passage runs of TREC 2021; grows with the number of pairs of runs
-- example: from search_length.reordering_summary(min_relevance := 1)
create or replace macro search_length.reordering_summary(
    min_runs := 5, min_relevance := null, is_paired := true, is_padded := true
) as table
select
    reordering.technique,
    count(*) as collections,
    avg(reordering.delta_sort) as delta_sort,
    stddev_samp(reordering.delta_sort) as delta_sort_sd,
    avg(reordering.tau_b) as tau_b,
    stddev_samp(reordering.tau_b) as tau_b_sd,
    avg(reordering.delta_value) as delta_value,
    stddev_samp(reordering.delta_value) as delta_value_sd,
from search_length.reordering(min_relevance := min_relevance, is_paired := is_paired, is_padded := is_padded) as reordering
where reordering.num_runs >= min_runs
group by reordering.technique;
