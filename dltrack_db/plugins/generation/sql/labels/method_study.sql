-- Which labelling method is closest to the official labels? One row for each label set on any scale: its agreement with the
-- official labels item by item, and how similarly both label sets rank the runs.
--
-- source: Arabzadeh and Clarke, SIGIR 2025: Compatibility (p .9) by the labels, compared with nDCG@10 by the official labels
-- grain: collection, variant
-- columns:
--   variant: label set, including the official label set and those in labels.derived
--   kind: kind of judge, see main.qrels_variants
--   model: model that assigned the labels
--   method: prompt or method in words; 'preferences' or 'nuggets' for label sets in labels.derived
--   scale: 'binary' (at most two whole grades), 'graded' (up to six), 'counts' (more) or 'fractions'
--   num_labels: number of labels, votes or nugget labels: the cost of the method
--   num_topics: number of topics with a label above 0
--   num_pairs: number of topic-item pairs that also have an official label
--   agreement: Spearman's rank correlation of label and official grade, over pairs that have both
--   kappa: unweighted Cohen's kappa, as in labels.judge_study; null for fractions without cut points
--   num_runs: number of ranked runs (systems.field) with rankings that both label sets score
--   tau: Kendall's tau-b of two orders of the runs: by mean Compatibility with these labels, and by mean nDCG@10 (to four
--     decimals) with the official labels; equal scores are ordered by the tie rule of the collection
--   tau_ascending: Kendall's tau-b as in the program of Compatibility's authors: equal scores are ordered by ascending ids,
--     and overlaps are summed to rank 1,000 even for shorter lists
-- needs: labels
-- caveats: Compatibility uses only the order of the labels, so any scale works. A run's mean is over the topics for which it
--   returns items and which have a label above 0; these topics may be few
-- example: select method, model, tau, tau_ascending from labels.method_study where collection = 'trec2021-passages'
create or replace view labels.method_study as
with derived as (
    select
        labels.collection,
        labels.variant,
        any_value(labels.method) as method,
        any_value(labels.judge) as model,
        if(any_value(labels.method) = 'preferences', 'counts', 'fractions') as scale,
        -- a preference judges two items
        sum(labels.num_judgments)::bigint // if(any_value(labels.method) = 'preferences', 2, 1) as num_labels,
        count(distinct labels.query_id) filter (where labels.gain > 0) as num_topics,
    from labels.derived as labels
    group by labels.collection, labels.variant
),

scales as (
    select
        qrels.collection,
        qrels.variant,
        case
            when count(qrels.gain) > 0 then 'fractions'
            when count(distinct qrels.relevance) > 6 then 'counts'
            when count(distinct qrels.relevance) > 2 then 'graded'
            else 'binary'
        end as scale,
        count(*) as num_labels,
        count(distinct qrels.query_id) filter (where metrics.gain(qrels.relevance, qrels.gain, null) > 0) as num_topics,
    from main.qrels as qrels
    group by qrels.collection, qrels.variant
    union all
    select
        derived.collection,
        derived.variant,
        derived.scale,
        derived.num_labels,
        derived.num_topics,
    from derived
),

judged_pairs as (
    select collection, variant, value, official,
    from labels.official_pairs
    union all
    select
        labels.collection,
        labels.variant,
        labels.gain as value,
        official.relevance as official,
    from labels.derived as labels
    inner join main.collections as collections on labels.collection = collections.collection
    inner join main.qrels as official
        on
            labels.collection = official.collection
            and collections.qrels_variant = official.variant
            and labels.query_id = official.query_id
            and labels.doc_id = official.doc_id
),

ranked_pairs as (
    select
        pairs.collection,
        pairs.variant,
        -- twice the mean rank of equal values: whole numbers, so that sums do not depend on their order
        2 * rank() over (partition by pairs.collection, pairs.variant order by pairs.value)
        + count(*) over (partition by pairs.collection, pairs.variant, pairs.value) as place,
        2 * rank() over (partition by pairs.collection, pairs.variant order by pairs.official)
        + count(*) over (partition by pairs.collection, pairs.variant, pairs.official) as official_place,
    from judged_pairs as pairs
),

agreement as (
    select
        ranked_pairs.collection,
        ranked_pairs.variant,
        count(*) as num_pairs,
        case
            when min(ranked_pairs.place) < max(ranked_pairs.place)
                and min(ranked_pairs.official_place) < max(ranked_pairs.official_place)
                then
                    (
                        count(*) * sum(ranked_pairs.place * ranked_pairs.official_place)
                        - sum(ranked_pairs.place) * sum(ranked_pairs.official_place)
                    )::double
                    / sqrt((
                        count(*) * sum(ranked_pairs.place * ranked_pairs.place)
                        - sum(ranked_pairs.place) * sum(ranked_pairs.place)
                    )::double)
                    / sqrt((
                        count(*) * sum(ranked_pairs.official_place * ranked_pairs.official_place)
                        - sum(ranked_pairs.official_place) * sum(ranked_pairs.official_place)
                    )::double)
        end as agreement,
    from ranked_pairs
    group by ranked_pairs.collection, ranked_pairs.variant
),

kappas as (
    select
        kappa.collection,
        kappa.variant_b as variant,
        kappa.kappa,
    from labels.kappa as kappa
    inner join main.collections as collections
        on kappa.collection = collections.collection and kappa.variant_a = collections.qrels_variant
),

official as (
    select
        field.collection,
        field.run_id,
        round(field.value, 4) as value,
    from systems.field_by(['ndcg_cut_10'], with_unstored := true) as field
    where field.unranked is null and field.provenance = 'rankings'
),

means as (
    select
        own.collection,
        own.variant,
        own.run_id,
        'own' as rule,
        round(avg(own.value), 12) as value,
    from labels.compatibility(0.9) as own
    group by own.collection, own.variant, own.run_id
    union all
    select
        rising.collection,
        rising.variant,
        rising.run_id,
        'ascending' as rule,
        round(avg(rising.value), 12) as value,
    from labels.compatibility(0.9, 'ascending', 1000) as rising
    group by rising.collection, rising.variant, rising.run_id
),

taus as (
    select
        means.collection,
        means.variant,
        means.rule,
        count(*) as num_runs,
        statistics.kendall_tau_b(
            list(official.value order by means.run_id), list(means.value order by means.run_id)
        ) as tau,
    from means
    inner join official on means.collection = official.collection and means.run_id = official.run_id
    group by means.collection, means.variant, means.rule
)

select
    scales.collection,
    scales.variant,
    judges.kind,
    coalesce(judges.model, derived.model) as model,
    coalesce(judges.prompt, derived.method) as method,
    scales.scale,
    scales.num_labels,
    scales.num_topics,
    coalesce(agreement.num_pairs, 0) as num_pairs,
    agreement.agreement,
    kappas.kappa,
    own.num_runs,
    own.tau,
    rising.tau as tau_ascending,
from scales
left join main.qrels_variants as judges
    on scales.collection = judges.collection and scales.variant = judges.variant
left join derived on scales.collection = derived.collection and scales.variant = derived.variant
left join agreement on scales.collection = agreement.collection and scales.variant = agreement.variant
left join kappas on scales.collection = kappas.collection and scales.variant = kappas.variant
left join taus as own
    on scales.collection = own.collection and scales.variant = own.variant and own.rule = 'own'
left join taus as rising
    on scales.collection = rising.collection and scales.variant = rising.variant and rising.rule = 'ascending';
