-- The expected lead, by chance alone, of the best of several variants that were tried on the same topics.
--
-- source: statistics.expected_maximum times the standard deviation of a mean, which is estimated from the per-topic differences
--     of every pair of variants: the expected lead of the best of equally good variants over their mean. Exact for normal means
--     of two and three variants, whatever their correlation (C. E. Clark, "The Greatest of a Finite Set of Random Variables",
--     Operations Research 9, 1961), and for more variants if all pairs vary equally; the SIGIR'21 resource paper, section 4,
--     warns of this bias
-- grain: measure
-- params:
--   measures: list of measures that are means over topics, see metrics.query_scores
--   run_ids: list of the variants, two or more
-- columns:
--   num_runs: variants with scores
--   num_q: topics that the variants have in common
--   deviation: standard deviation of one variant's mean by chance, without the variation that all variants share
--   bias: expected lead of the best variant over the mean of all variants by chance
--   finding: the bias as text; null if bias is 0, or for MS MARCO's labels, whose topics are meant for choosing variants
--   sentence: finding, with advice for the author of the runs
-- needs: scored runs
-- cost: grows with the number of pairs of variants
-- caveats: variants that are not equally good have a smaller bias, because luck changes only the order of close variants
-- example: select measure, bias from validity.selection_bias('sample-passages', ['map'], ['p_bm25', 'p_bm25rm3', 'p_dct0'])
create or replace macro validity.selection_bias(collection_name, measures, run_ids) as table
with scores as (
    select
        query_scores.measure,
        query_scores.run_id,
        query_scores.query_id,
        query_scores.value,
        count(*) over (partition by query_scores.measure, query_scores.query_id) as num_answers,
    from metrics.query_scores as query_scores
    left join metrics.summaries as summaries on metrics.base_name(query_scores.measure) = summaries.name
    where
        query_scores.collection = collection_name
        and list_contains(measures, query_scores.measure)
        and list_contains(run_ids, query_scores.run_id)
        and isfinite(query_scores.value)
        and summaries.name is null
        and catalog.has_measures(measures)
        and catalog.has_runs(run_ids)
),

variants as (
    select
        scores.measure,
        count(distinct scores.run_id) as num_runs,
    from scores
    group by scores.measure
),

vectors as (
    select
        scores.measure,
        scores.run_id,
        count(*) as num_q,
        list(scores.value order by scores.query_id) as topic_values,
        list_avg(topic_values) as centre,
    from scores
    inner join variants on scores.measure = variants.measure
    where scores.num_answers = variants.num_runs
    group by scores.measure, scores.run_id
),

-- each run's mean is subtracted once, so that the distance between two runs' lists is the deviation of their difference
centred as (
    select
        vectors.measure,
        vectors.run_id,
        vectors.num_q,
        list_transform(vectors.topic_values, lambda value: value - vectors.centre) as topic_values,
    from vectors
    where vectors.num_q > 1
),

pairs as (
    select
        a.measure,
        a.num_q,
        round(list_distance(a.topic_values, b.topic_values), 12) / sqrt(a.num_q - 1) as deviation,
    from centred as a
    inner join centred as b on a.measure = b.measure and a.run_id < b.run_id
),

counted as (
    select
        pairs.measure,
        variants.num_runs,
        pairs.num_q,
        sum(pairs.deviation) / count(*) / sqrt(2 * pairs.num_q) as deviation,
    from pairs
    inner join variants on pairs.measure = variants.measure
    group by pairs.measure, variants.num_runs, pairs.num_q
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
                '{} variants tried on the test topics of {}: by chance alone, the best of {} is expected to exceed their mean '
                || 'by {:.3f} in {}',
                biased.num_runs,
                collections.collection,
                biased.num_runs,
                biased.bias,
                metrics.printed_name(biased.measure)
            )
    end as finding,
    finding || '; choose the variant on a development set, or report all variants' as sentence,
from biased
inner join main.collections as collections on collections.collection = collection_name
where catalog.has_collections([collection_name]);
