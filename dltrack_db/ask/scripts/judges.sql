-- Queries that compare other labels with the official labels (ask/judges.py).

-- name: bias
-- Differences of labels from the official labels, by type of item. Parameters: collection, measure (ignored), labels (null
-- for all).
select
    variant,
    aspect,
    group_name,
    num_pairs,
    mean_official,
    mean_relevance,
    bias,
    relative_bias,
from labels.judge_bias
where collection = $1 and list_contains(coalesce($3, [variant]), variant)
order by all;

-- name: choose
-- Set the variables of a comparison: cut points, reference labels, and the compared items. Parameters: cut points, list of
-- reference labels, collection, list of labels that must all grade an item; null means the default (no selection).
set variable label_cuts = $1::varchar;
set variable label_truth = $2::varchar[];
set variable label_items = (
    select case when $4 is not null then coalesce(list(shared.item), []) end
    from (
        select { 'query_id': qrels.query_id, 'doc_id': qrels.doc_id } as item,
        from main.qrels as qrels
        where qrels.collection = $3 and list_contains($4, qrels.variant)
        group by qrels.query_id, qrels.doc_id
        having count(*) = len($4)
    ) as shared
);

-- name: fractions
-- Sets of labels that are fractions without cut points, so that they have no grades. Parameters: collection, labels (null for
-- all).
select if(pairs.official is null, pairs.truth, pairs.variant) as variant
from labels.official_pairs as pairs
where pairs.collection = $1 and list_contains(coalesce($2, [pairs.variant]), pairs.variant)
group by if(pairs.official is null, pairs.truth, pairs.variant)
having count(pairs.relevance - pairs.official) = 0
order by all;

-- name: left_out
-- Runs that the study leaves out because they are not submissions. They are read from systems.field_by, because
-- labels.compared_means takes as long as the study. Parameters: collection, measure, list of provenances of the study's runs.
select field.run_id
from systems.field_by(['ndcg_cut_10', $2], with_unstored := true) as field
where field.collection = $1 and field.provenance <> 'official means'
group by field.run_id
having
    bool_or(field.unranked = 'not submitted')
    and exists (
        select ranked.run_id
        from systems.field_by(['ndcg_cut_10', $2], with_unstored := true) as ranked
        where ranked.collection = $1 and ranked.unranked is null and list_contains($3, ranked.provenance)
    )
order by field.run_id;

-- name: num_items
-- Number of distinct items in all comparisons. Parameters: collection, labels (null for all).
select count(distinct { 'query_id': pairs.query_id, 'doc_id': pairs.doc_id }) as num_items
from labels.official_pairs as pairs
where pairs.collection = $1 and list_contains(coalesce($2, [pairs.variant]), pairs.variant);

-- name: overlap
-- Number of label sets that share items with the official labels, and how many of these sets are by models. Parameter:
-- collection.
select
    count(distinct pairs.variant) as num_variants,
    count(distinct pairs.variant) filter (where judges.kind = 'llm') as num_models,
from labels.official_pairs as pairs
left join main.qrels_variants as judges
    on pairs.collection = judges.collection and pairs.variant = judges.variant
where pairs.collection = $1 and pairs.relevance is not null;

-- name: panel
-- Agreement of panels of models with the official labels. Parameter: collection.
select
    rule,
    size,
    chosen,
    num_panels,
    kappa,
    kappa_low,
    kappa_high,
    best_single,
from labels.judge_panel(collection_name := $1)
order by all;

-- name: scores
-- Add a measure to labels.query_scores. `scored_by_labels` is a placeholder for the union of the measure's values by each
-- label set. Variables: collection, measure.
set variable label_measure = getvariable('measure');
set variable label_scores = (
    select
        list(
            struct_pack(
                collection := scored.collection,
                variant := scored.variant,
                run_id := scored.run_id,
                query_id := scored.query_id,
                measure := getvariable('measure'),
                value := scored.value,
                provenance := 'rankings'
            )
            order by scored.variant, scored.run_id, scored.query_id
        ),
    from scored_by_labels as scored
    where scored.collection = getvariable('collection')
);

-- name: shift
-- One row per run: its ranks by the official labels and by other labels. Parameters: collection, measure, labels.
select
    variant,
    run_id,
    official_rank,
    rank,
    shift,
    official,
    value,
    topics_up,
    topics_down,
    provenance,
    unranked,
from labels.rank_shift
where collection = $1 and measure = $2 and list_contains($3, variant)
order by shift desc, run_id asc;

-- name: sizes
-- Number of labels in each label set. Parameters: collection, label sets.
select
    variant,
    count(*) as num_labels,
from main.qrels
where collection = $1 and list_contains($2, variant)
group by variant
order by variant;

-- name: study
-- One row per label set: its agreement with the reference labels. Parameters: collection, measure that ranks the runs, label
-- sets (null for all), list of reference sets (empty for the official set). With exactly one reference set, tau has an
-- interval. Label sets without common items have a row only if the list is empty.
select
    study.variant,
    study.kind,
    study.model,
    study.num_pairs,
    coalesce(kappas.num_topics, 0) as num_topics,
    study.kappa,
    kappas.kappa_low,
    kappas.kappa_high,
    study.kappa_min,
    study.kappa_max,
    study.kappa_binary,
    study.alpha,
    study.bias,
    study.num_runs,
    study.tau,
    taus.tau_low,
    taus.tau_high,
    study.tau_ap,
    study.tau_top_10,
    study.flipped,
    study.topics,
    study.provenance,
from labels.judge_study as study
left join labels.kappa_interval($1) as kappas on study.variant = kappas.judge
left join (
    select resampled.*,
    from labels.judge_study_interval() as resampled
    where len($4) = 1
) as taus
    on
        study.collection = taus.collection
        and study.variant = taus.variant
        and study.measure = taus.measure
where
    study.collection = $1
    and study.measure = $2
    and list_contains(coalesce($3, [study.variant]), study.variant)
    and (study.num_pairs > 0 or study.tau is not null or len($4) = 0)
order by study.kappa desc nulls last, study.variant asc;
