-- Wilcoxon signed-rank test of every pair of runs of a collection, by the normal approximation with tie correction.
--
-- source: Wilcoxon 1945; scipy.stats.wilcoxon(zero_method='wilcox', correction=False, method='asymptotic')
-- grain: collection, measure, run_a, run_b
-- params:
--   measure_name: list of measures, e.g. ['ndcg_cut_10']
-- columns:
--   collection: judged task
--   measure: name with parameter
--   run_a: first run
--   run_b: second run
--   num_different: topics on which the runs differ
--   rank_sum: the smaller of the two sums of ranks
--   z: standardized rank_sum; null when the runs are equal on every topic
--   p_value: two-sided; 1 when the runs are equal on every topic
-- caveats: each pair comes in both directions; asymptotic, so rough for fewer than about 10 topics
-- example: select * from statistics.wilcoxon_tests(['map']) where run_a = 'p_bm25' order by p_value
create or replace macro statistics.wilcoxon_tests(measure_name) as table
with ranked as (
    select
        paired_values.collection,
        paired_values.measure,
        paired_values.run_a,
        paired_values.run_b,
        paired_values.difference,
        rank() over magnitude as lowest_rank,
        count(*) over equals as num_equal,
    from statistics.paired_values(measure_name) as paired_values
    where paired_values.difference != 0
    window
        magnitude as (
            partition by
                paired_values.collection, paired_values.measure, paired_values.run_a, paired_values.run_b
            order by abs(paired_values.difference)
        ),
        equals as (
            partition by
                paired_values.collection,
                paired_values.measure,
                paired_values.run_a,
                paired_values.run_b,
                abs(paired_values.difference)
        )
),

summed as (
    select
        ranked.collection,
        ranked.measure,
        ranked.run_a,
        ranked.run_b,
        count(*)::double as n,
        coalesce(sum(ranked.lowest_rank + (ranked.num_equal - 1) / 2) filter (where ranked.difference > 0), 0) as sum_plus,
        coalesce(sum(ranked.lowest_rank + (ranked.num_equal - 1) / 2) filter (where ranked.difference < 0), 0) as sum_minus,
        sum(ranked.num_equal::double * ranked.num_equal - 1) as ties,
    from ranked
    group by ranked.collection, ranked.measure, ranked.run_a, ranked.run_b
),

standardized as (
    select
        summed.collection,
        summed.measure,
        summed.run_a,
        summed.run_b,
        summed.n,
        least(summed.sum_plus, summed.sum_minus) as rank_sum,
        (least(summed.sum_plus, summed.sum_minus) - summed.n * (summed.n + 1) / 4)
        / sqrt((summed.n * (summed.n + 1) * (2 * summed.n + 1) - summed.ties / 2) / 24) as z,
    from summed
),

pairs as (
    select distinct
        paired_values.collection,
        paired_values.measure,
        paired_values.run_a,
        paired_values.run_b,
    from statistics.paired_values(measure_name) as paired_values
)

select
    pairs.collection,
    pairs.measure,
    pairs.run_a,
    pairs.run_b,
    coalesce(standardized.n, 0)::integer as num_different,
    coalesce(standardized.rank_sum, 0) as rank_sum,
    standardized.z,
    coalesce(statistics.normal_two_sided(standardized.z), 1) as p_value,
from pairs
left join standardized
    on pairs.collection = standardized.collection
    and pairs.measure = standardized.measure
    and pairs.run_a = standardized.run_a
    and pairs.run_b = standardized.run_b;
