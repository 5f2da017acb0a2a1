-- The runs of a collection by any set of labels, with their places by the official ones; runs whose rankings are not
-- loaded by their submitted scores.
--
-- source: labels.query_scores
-- grain: run_id
-- params:
--   collection_name: judged task
--   variant_name: set of labels; null for the official one
-- columns:
--   team, category
--   ndcg_cut_10: mean nDCG@10 over all topics that the labels judge
--   ap: mean average precision; null where submitted scores are not in the conventions of the collection
--   rr: mean reciprocal rank; null as ap
--   num_topics: topics of the mean
--   rank: place by mean nDCG@10, equal means sharing the best
--   official_rank: place by the official labels, each set over its own topics; null where the run has no such score
--   provenance
-- needs: runs
-- example: from labels.runs_by_labels('trec2021-passages', 'syndl-gpt4') order by rank
create or replace macro labels.runs_by_labels(collection_name, variant_name := null) as table
with means as (
    select
        scores.run_id,
        scores.variant,
        scores.measure,
        round(avg(scores.value), 12) as value,
        count(*) as num_topics,
        any_value(scores.provenance) as provenance,
    from labels.query_scores as scores
    where scores.collection = collection_name
    group by scores.run_id, scores.variant, scores.measure
),

chosen as (
    select
        collections.collection,
        collections.qrels_variant,
        coalesce(variant_name, collections.qrels_variant) as variant,
    from main.collections as collections
    where collections.collection = collection_name
),

official as (
    select
        means.run_id,
        rank() over (order by means.value desc) as place,
    from means
    inner join chosen on means.variant = chosen.qrels_variant
    where means.measure = 'ndcg_cut_10'
),

scored as (
    select
        means.run_id,
        max(means.value) filter (where means.measure = 'ndcg_cut_10') as ndcg_cut_10,
        max(means.value) filter (where means.measure = 'map') as ap,
        max(means.value) filter (where means.measure = 'recip_rank') as rr,
        max(means.num_topics) as num_topics,
        any_value(means.provenance) as provenance,
    from means
    inner join chosen on means.variant = chosen.variant
    group by means.run_id
)

select
    scored.run_id,
    runs.team,
    runs.category,
    scored.ndcg_cut_10,
    scored.ap,
    scored.rr,
    scored.num_topics,
    rank() over (order by scored.ndcg_cut_10 desc nulls last) as rank,
    official.place as official_rank,
    scored.provenance,
from scored
left join official on scored.run_id = official.run_id
left join main.runs as runs on runs.collection = collection_name and runs.run_id = scored.run_id;
