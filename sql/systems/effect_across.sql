-- The mean difference of two systems over several collections, by a random-effects meta-analysis: the true difference may vary
-- from collection to collection.
--
-- source: I. Soboroff, "Meta-analysis for retrieval experiments involving multiple test collections", CIKM 2018;
--     statistics.random_effects, systems.across
-- grain: measure
-- params:
--   collection_names: judged tasks, as a list
--   first_system: system A, by its name in main.systems or the name of its runs
--   second_system: system B
--   method: 'dl' (DerSimonian-Laird) or 'reml'
-- columns:
--   num_collections: collections in which both systems have scores per topic and their differences vary over topics
--   mean_difference: mean effect, A minus B; null if num_collections is 0
--   low: lower end of the interval of mean_difference
--   high: upper end of this interval
--   p_value: two-sided p-value, by the normal distribution
--   tau2: variance between collections; this and all columns below are null for a single collection
--   q: Cochran's Q
--   p_heterogeneity: p-value of q; if it is small, the effect differs between collections
--   i2: share of the variance that is between collections
-- needs: runs
-- example: from systems.effect_across(['sample-docs', 'sample-passages'], ['ndcg_cut_10'], 'p_bm25', 'd_bm25')
create or replace macro systems.effect_across(
    collection_names, measures, first_system, second_system, method := 'dl', confidence := 0.95
) as table
with held as (
    select
        query_scores.collection,
        query_scores.measure,
        query_scores.query_id,
        coalesce(kept.system, query_scores.run_id) as system,
        query_scores.value,
        query_scores.decimals,
    from metrics.query_scores as query_scores
    left join main.systems as kept
        on query_scores.collection = kept.collection and query_scores.run_id = kept.run_id
    where
        list_contains(collection_names, query_scores.collection)
        and list_contains(measures, query_scores.measure)
        and catalog.has_collections(collection_names)
        and catalog.has_measures(measures)
),

studies as (
    select
        a.collection,
        a.measure,
        avg(statistics.difference(a.value, b.value, decimals := least(a.decimals, b.decimals))) as effect,
        var_samp(statistics.difference(a.value, b.value, decimals := least(a.decimals, b.decimals))) / count(*) as variance,
    from held as a
    inner join held as b
        on a.collection = b.collection and a.measure = b.measure and a.query_id = b.query_id
    where a.system = first_system and b.system = second_system
    group by a.collection, a.measure
),

combined as (
    select
        studies.measure,
        statistics.random_effects(
            list(studies.effect order by studies.collection),
            list(studies.variance order by studies.collection),
            method := method,
            confidence := confidence
        ) as found,
    from studies
    group by studies.measure
)

select
    combined.measure,
    combined.found.num_studies as num_collections,
    combined.found.mean as mean_difference,
    combined.found.low,
    combined.found.high,
    combined.found.p_value,
    combined.found.tau2,
    combined.found.q,
    combined.found.p_heterogeneity,
    combined.found.i2,
from combined;
