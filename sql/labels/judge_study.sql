-- Whether other labels can replace the official labels: one row per label set and measure with its agreement with the official
-- labels, and how similarly both sets rank the runs.
--
-- source: agreement as in the LLMJudge challenge (2024) and Thomas et al., SIGIR 2024; system rankings as in Faggioli et
--   al., ICTIR 2023
-- grain: collection, variant, measure
-- columns:
--   variant: set of labels compared with the official set; 'people' for the row that compares the sets named in variable
--     label_truth with each other (labels.truths)
--   measure: 'ndcg_cut_10', 'map', 'recip_rank' or the measure in variable label_measure (labels.query_scores), for the
--     columns on system rankings
--   kind: type of judge, see main.qrels_variants
--   model: model that made the labels
--   num_pairs: pairs of topic and item that both sets grade; 0 if one of the two sets is not loaded
--   kappa: unweighted Cohen's kappa of the grades; null if a set has a single grade only, see labels.kappa. With several
--     sets in labels.truths, this and the next columns up to bias are means over these sets
--   kappa_min: lowest kappa with one of several sets in labels.truths; null with a single set
--   kappa_max: highest kappa with one of several sets in labels.truths
--   kappa_binary: kappa of two grades: relevant by the level of each set (labels.levels), or not; null without a level
--   alpha: Krippendorff's alpha, ordinal
--   bias: mean of grade minus official grade; above 0 for a lenient judge
--   confusion: list of {official, relevance, num_pairs}; null with several sets in labels.truths
--   topics: 'common' if the means are over the topics that both sets judge; 'own' if the sets share no topic and each mean is
--     over all topics of its set
--   num_topics: number of topics in the means by the other labels; null without runs
--   num_runs: ranked runs scored by both sets; only submitted runs if there are any (labels.compared_means)
--   tau: Kendall's tau-b of the runs' means
--   tau_ap: AP correlation, which gives more weight to the top
--   rho: Spearman's rank correlation
--   rbo: rank-biased overlap, p .9, the mean over all orders of tied runs (statistics.rbo_of_values)
--   tau_top_10: tau-b among the ten best runs by the official labels
--   num_significant: pairs of runs that differ significantly by the official labels (paired t-test, p < .05, no correction)
--   flipped: share of these pairs that the other labels order in reverse, 0 to 1; null without common topics
--   provenance: 'rankings', 'submitted scores' or 'both'
-- needs: second labels
-- caveats: The columns on rankings are null with several sets in labels.truths, if no run is scored by both sets, or if all
--   runs have the same value. With topics 'own', tau is lower for any labels, because the topics differ
-- example: select variant, kappa, alpha, tau from labels.judge_study where collection = 'trec2023-passages'
create or replace view labels.judge_study as
with compared as (
    select
        compared.collection,
        compared.judge,
        any_value(truths.min_relevance) as official_level,
        any_value(levels.min_relevance) as level,
        sum(compared.num_pairs)::bigint as num_pairs,
        sum(compared.num_pairs * (compared.relevance - compared.official)) filter (
            where compared.judge = compared.variant
        ) / sum(compared.num_pairs) as bias,
        count(compared.relevance - compared.official) > 0 as has_grades,
        list(
            {
                'official': compared.official,
                'relevance': compared.relevance,
                'num_pairs': compared.num_pairs
            }
            order by compared.official, compared.relevance
        ) as confusion,
    from labels.compared_labels as compared
    inner join labels.truths as truths
        on compared.collection = truths.collection and compared.truth = truths.variant
    left join labels.levels as levels
        on compared.collection = levels.collection and compared.variant = levels.variant
    group by compared.collection, compared.judge, compared.variant, compared.truth
),

pairwise as (
    select
        compared.*,
        case
            when compared.has_grades
                then labels.cohen_kappa(
                    [{ 'a': x.official, 'b': x.relevance, 'n': x.num_pairs } for x in compared.confusion], 0
                )
        end as kappa,
        case
            when compared.has_grades and compared.official_level + compared.level is not null
                then labels.cohen_kappa(
                    [
                        {
                            'a': (x.official >= compared.official_level)::integer,
                            'b': (x.relevance >= compared.level)::integer,
                            'n': x.num_pairs
                        }
                        for x in compared.confusion
                    ],
                    0
                )
        end as kappa_binary,
        case
            when compared.has_grades
                then statistics.krippendorff_alpha(
                    [[x.official, x.relevance] for x in compared.confusion],
                    'ordinal',
                    [x.num_pairs for x in compared.confusion]
                )
        end as alpha,
    from compared
),

-- one row for each judge: with several sets in labels.truths, the means over these sets
agreement as (
    select
        pairwise.collection,
        pairwise.judge as variant,
        min(pairwise.num_pairs) as num_pairs,
        case when count(pairwise.kappa) = count(*) then statistics.exact_mean(pairwise.kappa) end as kappa,
        case when count(*) > 1 then min(pairwise.kappa) end as kappa_min,
        case when count(*) > 1 then max(pairwise.kappa) end as kappa_max,
        case when count(pairwise.kappa_binary) = count(*) then statistics.exact_mean(pairwise.kappa_binary) end as kappa_binary,
        case when count(pairwise.alpha) = count(*) then statistics.exact_mean(pairwise.alpha) end as alpha,
        statistics.exact_mean(pairwise.bias) as bias,
        case when count(*) = 1 then any_value(pairwise.confusion) end as confusion,
    from pairwise
    group by pairwise.collection, pairwise.judge
),

judges as (
    select
        known.collection,
        case when truths.variant is null then known.variant else truths.together end as variant,
        case when count(distinct coalesce(described.kind, '')) = 1 then any_value(described.kind) end as kind,
        case when count(distinct coalesce(described.model, '')) = 1 then any_value(described.model) end as model,
    from labels.known_variants as known
    left join labels.truths as truths on known.collection = truths.collection and known.variant = truths.variant
    left join main.qrels_variants as described
        on known.collection = described.collection and known.variant = described.variant
    where coalesce(truths.num_truths, 2) > 1
    group by known.collection, case when truths.variant is null then known.variant else truths.together end
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
        list(means.official order by means.run_id) as officials,
        list(means.value order by means.run_id) as others,
        statistics.kendall_tau_b(officials, others) as tau,
        statistics.tau_ap(officials, others) as tau_ap,
        statistics.spearman(officials, others) as rho,
        min(means.value) < max(means.value) and min(means.official) < max(means.official) as is_order,
        statistics.rbo_of_values(officials, others, p := 0.9) as rbo,
        statistics.kendall_tau_top(officials, others, 10) as tau_top_10,
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
    judges.collection,
    judges.variant,
    measures.measure,
    judges.kind,
    judges.model,
    coalesce(agreement.num_pairs, 0) as num_pairs,
    agreement.kappa,
    agreement.kappa_min,
    agreement.kappa_max,
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
from judges
cross join (
    select unnest(['ndcg_cut_10', 'map', 'recip_rank'] || [getvariable('label_measure')::varchar]) as measure,
) as measures
left join agreement on judges.collection = agreement.collection and judges.variant = agreement.variant
left join rankings
    on
        judges.collection = rankings.collection
        and judges.variant = rankings.variant
        and measures.measure = rankings.measure
left join significant
    on
        judges.collection = significant.collection
        and judges.variant = significant.variant
        and measures.measure = significant.measure
where measures.measure is not null;
