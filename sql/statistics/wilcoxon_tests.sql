-- Wilcoxon signed-rank test of every pair of runs of a collection. Topics on which the two runs are equal are left out; the
-- p-value is exact if few topics differ, otherwise it is a normal approximation with tie correction.
--
-- source: Wilcoxon 1945; scipy.stats.wilcoxon(differences that are not 0, correction=False), scipy's default rule decides when
--     p_value is exact
-- grain: collection, measure, run_a, run_b
-- params:
--   baselines: list of second runs, to compute only tests against these runs; null for all tests
-- columns:
--   run_a, run_b
--   num_different: topics on which the runs differ
--   rank_sum: the smaller of the two sums of ranks
--   z: standardized rank_sum; null if the runs are equal on every topic
--   is_exact: whether p_value counts all assignments of signs: up to 50 differing topics, or up to 13 if two differences
--     have the same size
--   p_value: two-sided p-value; 1 if the runs are equal on every topic
-- needs: runs
-- caveats: each pair is listed in both directions; statistics.difference decides whether two values are equal
-- example: select * from statistics.wilcoxon_tests(['map']) where run_a = 'p_bm25' order by p_value
create or replace macro statistics.wilcoxon_tests(measures, baselines := null) as table
with ranked as (
    select
        paired_values.collection,
        paired_values.measure,
        paired_values.run_a,
        paired_values.run_b,
        paired_values.difference,
        rank() over magnitude as lowest_rank,
        count(*) over equals as num_equal,
    from statistics.paired_values(measures, baselines := baselines) as paired_values
    window
        -- topics on which the runs are equal are ranked separately here and left out below
        magnitude as (
            partition by
                paired_values.collection,
                paired_values.measure,
                paired_values.run_a,
                paired_values.run_b,
                paired_values.difference = 0
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
        (count(*) filter (where ranked.difference != 0))::double as n,
        coalesce(sum(ranked.lowest_rank + (ranked.num_equal - 1) / 2) filter (where ranked.difference > 0), 0) as sum_plus,
        coalesce(sum(ranked.lowest_rank + (ranked.num_equal - 1) / 2) filter (where ranked.difference < 0), 0) as sum_minus,
        sum(ranked.num_equal::double * ranked.num_equal - 1) filter (where ranked.difference != 0) as ties,
        -- doubled, because an even number of equal differences shares a rank that ends in .5
        list(2 * ranked.lowest_rank + ranked.num_equal - 1) filter (where ranked.difference != 0) as doubled_ranks,
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
        summed.ties,
        summed.doubled_ranks,
        least(summed.sum_plus, summed.sum_minus) as rank_sum,
        (least(summed.sum_plus, summed.sum_minus) - summed.n * (summed.n + 1) / 4)
        / nullif(sqrt((summed.n * (summed.n + 1) * (2 * summed.n + 1) - summed.ties / 2) / 24), 0) as z,
    from summed
),

untied as (
    select
        sizes.n,
        statistics.rank_sum_counts(range(1, sizes.n + 1)) as counts,
    from range(1, 51) as sizes (n)
)

select
    standardized.collection,
    standardized.measure,
    standardized.run_a,
    standardized.run_b,
    standardized.n::integer as num_different,
    standardized.rank_sum,
    standardized.z,
    standardized.n <= 13 or untied.n is not null as is_exact,
    case
        when standardized.n = 0 then 1
        when untied.n is not null
            then statistics.rank_sum_p(standardized.rank_sum, untied.counts)
        when standardized.n <= 13
            then statistics.rank_sum_p(
                2 * standardized.rank_sum, statistics.rank_sum_counts(standardized.doubled_ranks)
            )
        else statistics.normal_two_sided(standardized.z)
    end as p_value,
from standardized
left join untied on standardized.n = untied.n and standardized.ties = 0;
