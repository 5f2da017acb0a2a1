-- Which pairs of runs differ when all pairs are tested at once: Tukey's honestly significant difference by randomization.
--
-- source: B. Carterette, "Multiple testing in statistical analysis of systems-based information retrieval experiments",
--     ACM TOIS 30 (2012), section 3.3; T. Sakai, "Laboratory Experiments in Information Retrieval" (2018), section 4.4
-- grain: collection, measure, run_a, run_b
-- params:
--   trials: number of permutations
-- columns:
--   run_a, run_b
--   mean_difference: mean of the first run minus mean of the second
--   p_value: share of permutations, the actual values included, whose range of means is at least as large as this
--     difference; already corrected for the number of pairs
-- needs: runs
-- caveats: each pair is listed in both directions; no p-value is below 1 / (trials + 1); all runs of the collection are
--     included, so an additional run may change every p-value
-- example: from statistics.tukey_hsd(['ndcg_cut_10'], trials := 100) where run_a = 'p_bm25' order by p_value
create or replace macro statistics.tukey_hsd(measures, trials := 1000, seed := 1) as table
with means as (
    select
        field_values.collection,
        field_values.measure,
        field_values.run_id,
        statistics.exact_mean(field_values.value) as mean,
    from statistics.field_values(measures) as field_values
    group by field_values.collection, field_values.measure, field_values.run_id
),

ranges as (
    select
        dealt.collection,
        dealt.measure,
        list(dealt.range) as dealt_ranges,
    from statistics.permuted_ranges(measures, trials := trials, seed := seed) as dealt
    group by dealt.collection, dealt.measure
),

pairs as (
    select
        a.collection,
        a.measure,
        a.run_id as run_a,
        b.run_id as run_b,
        statistics.difference(a.mean, b.mean) as mean_difference,
    from means as a
    inner join means as b
        on a.collection = b.collection
        and a.measure = b.measure
        and a.run_id != b.run_id
)

select
    pairs.collection,
    pairs.measure,
    pairs.run_a,
    pairs.run_b,
    pairs.mean_difference,
    -- sums of the same values in another order may differ in the last digit
    (1 + len(list_filter(
        ranges.dealt_ranges, lambda dealt_range: dealt_range >= abs(pairs.mean_difference) - 1e-12
    ))) / (1 + len(ranges.dealt_ranges)) as p_value,
from pairs
inner join ranges on pairs.collection = ranges.collection and pairs.measure = ranges.measure;
