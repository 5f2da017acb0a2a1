-- Exact two-sided p-value of Wilcoxon's statistic, from the counts of all assignments of signs.
--
-- source: scipy.stats.wilcoxon(method='exact')
-- params:
--   rank_sum: the smaller of the two sums of ranks, an integer
--   counts: number of assignments for each sum, as statistics.rank_sum_counts lists them
-- returns: probability of a sum at least as far from the middle, at most 1
-- example: select statistics.rank_sum_p(0, statistics.rank_sum_counts([1, 2, 3]))
create or replace macro statistics.rank_sum_p(rank_sum, counts) as
    least(2 * list_sum(counts[1:cast(rank_sum as bigint) + 1]) / list_sum(counts), 1);
