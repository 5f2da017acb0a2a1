-- How much better the best of several variants that were tried on the same topics is expected to look by chance alone.
--
-- source: statistics.expected_maximum times the deviation of a mean, from the variance of the differences topic by topic
--     of every two variants: what the best of equally good ones is expected above their mean. Exact for normal means of
--     two and three variants however they correlate (C. E. Clark, "The Greatest of a Finite Set of Random Variables",
--     Operations Research 9, 1961), for more where all pairs vary alike; SIGIR'21 resource paper, section 4, warns of it
-- grain: measure
-- params:
--   measures: list of measures that are means over topics, see metrics.query_scores
--   run_ids: list of the variants, two or more
-- columns:
--   num_runs: variants with scores
--   num_q: topics that the variants have in common
--   deviation: standard deviation that one variant's mean has by chance, what all have in common left out
--   bias: how far the best is expected above the mean of all by chance
--   sentence: the same in words; null for labels of MS MARCO, on whose topics one may choose, and where bias is 0
-- needs: scored runs
-- caveats: variants that are not equally good have less of it, as luck changes the order of close ones only
-- example: select measure, bias from validity.selection_bias('sample-passages', ['map'], ['p_bm25', 'p_bm25rm3', 'p_dct0'])
create or replace macro validity.selection_bias(collection_name, measures, run_ids) as table
with pairs as (
    select
        paired.measure,
        paired.run_a,
        paired.run_b,
        count(*) as num_q,
        stddev_samp(paired.difference) as deviation,
    from statistics.paired_values(measures, baselines := run_ids) as paired
    left join metrics.summaries as summaries on metrics.base_name(paired.measure) = summaries.name
    where
        paired.collection = collection_name
        and list_contains(run_ids, paired.run_a)
        and paired.run_a < paired.run_b
        and summaries.name is null
    group by paired.measure, paired.run_a, paired.run_b
),

counted as (
    select
        pairs.measure,
        -- n variants are n * (n - 1) / 2 pairs
        ((1 + sqrt(1 + 8 * count(*))) / 2)::bigint as num_runs,
        min(pairs.num_q) as num_q,
        avg(pairs.deviation / sqrt(2 * pairs.num_q)) as deviation,
    from pairs
    group by pairs.measure
),

biased as (
    select
        counted.measure,
        counted.num_runs,
        counted.num_q,
        counted.deviation,
        counted.deviation * statistics.expected_maximum(counted.num_runs) as bias,
    from counted
)

select
    biased.measure,
    biased.num_runs,
    biased.num_q,
    biased.deviation,
    biased.bias,
    case
        when biased.bias > 0 and collections.qrels_variant <> 'msmarco'
            then format(
                '{} variants tried on the test topics of {}: the best of {} is expected {:.3f} better than their mean in '
                || '{} by chance alone; choose on a development set, or report all of them',
                biased.num_runs,
                collections.collection,
                biased.num_runs,
                biased.bias,
                metrics.printed_name(biased.measure)
            )
    end as sentence,
from biased
inner join main.collections as collections on collections.collection = collection_name
where catalog.has_collections([collection_name]);
