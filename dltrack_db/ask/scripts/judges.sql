-- Other labels compared with the official ones (ask/judges.py).

-- name: bias
-- Differences of labels from the official ones. Parameters: collection, measure (not used), labels ('' for all).
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
where collection = $1 and variant = coalesce(nullif($3, ''), variant)
order by all;

-- name: cuts
-- Sets the cut points that convert fractions to grades. Parameters: cuts.
set variable label_cuts = $1;

-- name: fractions
-- Sets of labels without grades: fractions without cut points. Parameters: collection, labels ('' for all).
select pairs.variant
from labels.official_pairs as pairs
where pairs.collection = $1 and pairs.variant = coalesce(nullif($2, ''), pairs.variant)
group by pairs.variant
having count(pairs.relevance) = 0
order by pairs.variant;

-- name: left_out
-- Runs that are not submissions, which the study leaves out: from the field, because labels.compared_means takes as long as
-- the study. Parameters: collection, measure, list of provenances of the runs in the study.
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

-- name: overlap
-- Number of sets of labels with items of the official labels, and number of these by models. Parameters: collection.
select
    count(distinct pairs.variant) as num_variants,
    count(distinct pairs.variant) filter (where judges.kind = 'llm') as num_models,
from labels.official_pairs as pairs
left join main.qrels_variants as judges
    on pairs.collection = judges.collection and pairs.variant = judges.variant
where pairs.collection = $1 and pairs.relevance is not null;

-- name: panel
-- Panels of the models that judge a collection. Parameters: collection.
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
-- Adds a measure to labels.query_scores; scored_by_labels is the union of its values by each set.
-- Variables: collection, measure.
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
-- Ranks of the runs by the official labels and by others. Parameters: collection, measure, labels.
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
where collection = $1 and measure = $2 and variant = $3
order by shift desc, run_id asc;

-- name: study
-- Labels compared with the official ones. Parameters: collection, measure that ranks the runs, labels ('' for all).
select
    variant,
    kind,
    model,
    num_pairs,
    kappa,
    kappa_binary,
    alpha,
    bias,
    num_runs,
    tau,
    tau_ap,
    tau_top_10,
    flipped,
    topics,
    provenance,
from labels.judge_study
where collection = $1 and measure = $2 and variant = coalesce(nullif($3, ''), variant)
order by kappa desc nulls last, variant asc;
