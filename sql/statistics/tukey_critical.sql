-- Critical difference of the means when all pairs of runs are tested at once: two runs that are further apart differ. One
-- number for all pairs.
--
-- source: statistics.permuted_ranges, the same permutations as for the p-values of statistics.tukey_hsd
-- grain: collection, measure
-- params:
--   trials: number of permutations
--   alpha: p-value of statistics.tukey_hsd below which two runs differ
-- columns:
--   critical_difference: two runs differ if their means are further apart, by more than 1e-12; null if so few permutations
--     show nothing
-- needs: runs
-- cost: grows with runs, topics and permutations; 1000 permutations of 63 runs on 53 topics take 1.5 s of processor time
-- example: from statistics.tukey_critical(['ndcg_cut_10'], trials := 100) where collection = 'trec2021-passages'
create or replace macro statistics.tukey_critical(measures, trials := 1000, seed := 1, alpha := 0.05) as table
with ranges as (
    select
        dealt.collection,
        dealt.measure,
        list(dealt.range order by dealt.range desc) as dealt_ranges,
    from statistics.permuted_ranges(measures, trials := trials, seed := seed) as dealt
    group by dealt.collection, dealt.measure
)

select
    ranges.collection,
    ranges.measure,
    -- the smallest range whose p-value is alpha or more
    ranges.dealt_ranges[nullif(greatest(ceil(alpha * (1 + len(ranges.dealt_ranges)))::bigint - 1, 0), 0)]
    as critical_difference,
from ranges;
