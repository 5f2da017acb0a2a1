-- What labels.run_scores answers on a page: the stored means in place of the rankings that it does not carry.
create or replace macro labels.run_scores(
    collection_name, labels := null, min_relevance := null, tie_rule := null, measures := null
) as table
select
    choices.run_id,
    choices.measure,
    round(choices.value, 12) as value,
    choices.num_q,
    'rankings' as provenance,
from report.stored_choices as choices
inner join main.collections as collections on choices.collection = collections.collection
where
    choices.collection = collection_name
    and choices.variant = coalesce(labels, collections.qrels_variant)
    and choices.min_relevance = coalesce(
        min_relevance,
        labels.level(collection_name, labels),
        -- of labels without a level there is what needs none, which is the same under all
        (
            select min(known.min_relevance)
            from report.stored_choices as known
            where known.collection = collection_name and known.variant = labels
        )
    )
    and (
        min_relevance is not null
        or labels.level(collection_name, labels) is not null
        or not metrics.is_binary(choices.measure)
    )
    and choices.tie_rule = coalesce(tie_rule, collections.tie_rule)
    and list_contains(coalesce(measures, ['ndcg_cut_10', 'map', 'recip_rank']), choices.measure)
union all
select
    submitted.run_id,
    submitted.measure,
    round(avg(submitted.value), 12) as value,
    count(*) as num_q,
    'submitted scores' as provenance,
from metrics.stand_in_scores as submitted
inner join main.collections as collections on submitted.collection = collections.collection
where
    submitted.collection = collection_name
    and submitted.variant = coalesce(labels, collections.qrels_variant)
    and coalesce(submitted.min_relevance = coalesce(min_relevance, submitted.min_relevance), true)
    and coalesce(tie_rule, collections.tie_rule) = collections.tie_rule
    and list_contains(coalesce(measures, ['ndcg_cut_10', 'map', 'recip_rank']), submitted.measure)
group by submitted.run_id, submitted.measure
