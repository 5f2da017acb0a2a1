-- Whether other labels can replace the official ones: how well each set agrees with them, and how similarly both rank
-- runs.
--
-- source: agreement as in the LLMJudge challenge (2024) and Thomas et al., SIGIR 2024; system rankings as in Faggioli et
--   al., ICTIR 2023
-- grain: collection, variant, measure
-- columns:
--   variant: set of labels compared with the official one
--   measure: 'ndcg_cut_10', 'map', 'recip_rank' or the measure in variable label_measure (labels.query_scores), for the
--     columns on system rankings
--   kind: type of judge, see main.qrels_variants
--   model: model that labelled
--   num_pairs: pairs of topic and item that both sets grade; 0 if one of the two sets is not loaded
--   kappa: unweighted Cohen's kappa of the grades; null if a set has a single grade only, see labels.kappa
--   kappa_binary: the same for two grades: at and above the level of each set (labels.levels), and below; null without a level
--   alpha: Krippendorff's alpha, ordinal
--   bias: mean of grade minus official grade; above 0 for a lenient judge
--   confusion: list of {official, relevance, num_pairs}
--   topics: 'common' if the means are over the topics that both sets judge; 'own' if they share none and each has its own
--   num_topics: number of topics in the means by the other labels; null without runs
--   num_runs: ranked runs scored by both sets; if some runs were submitted, only these
--     (labels.compared_means)
--   tau: Kendall's tau-b of the runs' means
--   tau_ap: AP correlation, which gives more weight to the top
--   rho: Spearman's rank correlation
--   rbo: rank-biased overlap, p .9, the mean over all orders of tied runs (statistics.rbo_of_values)
--   tau_top_10: tau-b among the ten best runs by the official labels
--   num_significant: pairs of runs that differ significantly by the official labels (paired t-test, p < .05, no correction)
--   flipped: share of these pairs that the other labels order the other way round, 0 to 1; null without common topics
--   provenance: 'rankings', 'submitted scores' or 'both'
-- needs: second labels
-- caveats: the columns on rankings are null if no run is scored by both sets, or all runs have the same value; with
--   topics 'own', different topics alone lower tau, whatever the labels are
-- example: select variant, kappa, alpha, tau from labels.judge_study where collection = 'trec2023-passages'
create or replace view labels.judge_study as
with agreement as (
    select
        compared.collection,
        compared.variant,
        sum(compared.num_pairs)::bigint as num_pairs,
        case
            when count(compared.relevance) > 0
                then labels.cohen_kappa(
                    list(
                        { 'a': compared.official, 'b': compared.relevance, 'n': compared.num_pairs }
                        order by compared.official, compared.relevance
                    ),
                    0
                )
        end as kappa,
        case
            when count(compared.relevance) > 0 and any_value(levels.min_relevance) is not null
                then labels.cohen_kappa(
                    list(
                        {
                            'a': (compared.official >= collections.min_relevance)::integer,
                            'b': (compared.relevance >= levels.min_relevance)::integer,
                            'n': compared.num_pairs
                        }
                        order by compared.official, compared.relevance
                    ),
                    0
                )
        end as kappa_binary,
        case
            when count(compared.relevance) > 0
                then statistics.krippendorff_alpha(
                    list([compared.official, compared.relevance] order by compared.official, compared.relevance),
                    'ordinal',
                    list(compared.num_pairs order by compared.official, compared.relevance)
                )
        end as alpha,
        sum(compared.num_pairs * (compared.relevance - compared.official)) / sum(compared.num_pairs) as bias,
        list(
            {
                'official': compared.official,
                'relevance': compared.relevance,
                'num_pairs': compared.num_pairs
            }
            order by compared.official, compared.relevance
        ) as confusion,
    from labels.compared_labels as compared
    inner join main.collections as collections on compared.collection = collections.collection
    left join labels.levels as levels
        on compared.collection = levels.collection and compared.variant = levels.variant
    group by compared.collection, compared.variant
),

means as materialized (
    select
        compared.collection,
        compared.variant,
        compared.measure,
        compared.run_id,
        compared.topics,
        compared.num_topics,
        -- multiplied by the direction, so that higher is better
        coalesce(directions.direction, 1) * compared.official as official,
        coalesce(directions.direction, 1) * compared.value as value,
        compared.query_ids,
        compared.official_values,
        compared.other_values,
        compared.provenance,
    from labels.compared_means as compared
    left join metrics.directions as directions on metrics.base_name(compared.measure) = directions.name
    where compared.unranked is null
),

rankings as (
    select
        means.collection,
        means.variant,
        means.measure,
        any_value(means.topics) as topics,
        max(means.num_topics) as num_topics,
        count(*) as num_runs,
        statistics.kendall_tau_b(
            list(means.official order by means.run_id), list(means.value order by means.run_id)
        ) as tau,
        statistics.tau_ap(list(means.official order by means.run_id), list(means.value order by means.run_id)) as tau_ap,
        statistics.spearman(list(means.official order by means.run_id), list(means.value order by means.run_id)) as rho,
        min(means.value) < max(means.value) and min(means.official) < max(means.official) as is_order,
        statistics.rbo_of_values(
            list(means.official order by means.run_id), list(means.value order by means.run_id), p := 0.9
        ) as rbo,
        statistics.kendall_tau_top(
            list(means.official order by means.run_id), list(means.value order by means.run_id), 10
        ) as tau_top_10,
        case when count(distinct means.provenance) > 1 then 'both' else any_value(means.provenance) end as provenance,
    from means
    group by means.collection, means.variant, means.measure
),

scored as (
    select
        means.collection,
        means.variant,
        means.measure,
        means.run_id,
        unnest(means.query_ids) as query_id,
        unnest(means.official_values) as official,
        unnest(means.other_values) as value,
    from means
),

differences as (
    select
        a.collection,
        a.variant,
        a.measure,
        a.run_id as run_a,
        b.run_id as run_b,
        count(*) as num_topics,
        avg(statistics.difference(a.official, b.official)) as mean,
        statistics.spread(
            min(statistics.difference(a.official, b.official)),
            max(statistics.difference(a.official, b.official)),
            stddev_samp(statistics.difference(a.official, b.official))
        ) as deviation,
        round(avg(a.value - b.value), 12) as other_mean,
    from scored as a
    inner join scored as b
        on
            a.collection = b.collection
            and a.variant = b.variant
            and a.measure = b.measure
            and a.query_id = b.query_id
            and a.run_id < b.run_id
    group by a.collection, a.variant, a.measure, a.run_id, b.run_id
),

critical as (
    select
        sizes.num_topics,
        statistics.student_critical(sizes.num_topics - 1, 0.05) as t,
    from (
        select distinct differences.num_topics,
        from differences
        where differences.num_topics > 1
    ) as sizes
),

significant as (
    select
        differences.collection,
        differences.variant,
        differences.measure,
        count(*) as num_significant,
        avg((sign(differences.mean) * sign(differences.other_mean) < 0)::integer) as flipped,
    from differences
    inner join critical on differences.num_topics = critical.num_topics
    where abs(differences.mean) > critical.t * differences.deviation / sqrt(differences.num_topics)
    group by differences.collection, differences.variant, differences.measure
)

select
    variants.collection,
    variants.variant,
    measures.measure,
    judges.kind,
    judges.model,
    coalesce(agreement.num_pairs, 0) as num_pairs,
    agreement.kappa,
    agreement.kappa_binary,
    agreement.alpha,
    agreement.bias,
    agreement.confusion,
    rankings.topics,
    rankings.num_topics,
    rankings.num_runs,
    rankings.tau,
    rankings.tau_ap,
    rankings.rho,
    rankings.rbo,
    rankings.tau_top_10,
    significant.num_significant,
    case when rankings.is_order then significant.flipped end as flipped,
    rankings.provenance,
from labels.known_variants as variants
cross join (
    select unnest(['ndcg_cut_10', 'map', 'recip_rank'] || [getvariable('label_measure')::varchar]) as measure,
) as measures
left join main.qrels_variants as judges
    on
        variants.collection = judges.collection
        and variants.variant = judges.variant
left join agreement
    on
        variants.collection = agreement.collection
        and variants.variant = agreement.variant
left join rankings
    on
        variants.collection = rankings.collection
        and variants.variant = rankings.variant
        and measures.measure = rankings.measure
left join significant
    on
        variants.collection = significant.collection
        and variants.variant = significant.variant
        and measures.measure = significant.measure
where not variants.is_official and measures.measure is not null;
