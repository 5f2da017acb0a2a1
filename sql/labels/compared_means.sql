-- Every run's mean by the official labels and by each other set: over the topics that both judge, or, where they share
-- none, each over its own.
--
-- source: labels.compared_scores, labels.query_scores; SynDL labels the topics that NIST left out
-- grain: collection, variant, measure, run_id
-- columns:
--   collection: judged task
--   variant: set of labels held against the official one
--   measure: as in labels.query_scores
--   run_id: run
--   topics: 'common' for topics that both sets judge, 'own' where there are none
--   num_topics: topics of the mean by the other labels
--   official: mean by the official labels, to twelve decimals
--   value: mean by the other labels, to twelve decimals
--   provenance: 'rankings' or 'submitted scores'
-- example: from labels.compared_means where collection = 'trec2021-passages' and measure = 'ndcg_cut_10'
create or replace view labels.compared_means as
with common as materialized (
    select
        compared.collection,
        compared.variant,
        compared.measure,
        compared.run_id,
        count(*) as num_topics,
        round(avg(compared.official), 12) as official,
        round(avg(compared.value), 12) as value,
        any_value(compared.provenance) as provenance,
    from labels.compared_scores as compared
    group by compared.collection, compared.variant, compared.measure, compared.run_id
),

means as materialized (
    select
        scores.collection,
        scores.variant,
        scores.measure,
        scores.run_id,
        scores.provenance,
        count(*) as num_topics,
        round(avg(scores.value), 12) as value,
    from labels.query_scores as scores
    group by scores.collection, scores.variant, scores.measure, scores.run_id, scores.provenance
)

select
    common.collection,
    common.variant,
    common.measure,
    common.run_id,
    'common' as topics,
    common.num_topics,
    common.official,
    common.value,
    common.provenance,
from common
union all
select
    judged.collection,
    judged.variant,
    judged.measure,
    judged.run_id,
    'own' as topics,
    judged.num_topics,
    official.value as official,
    judged.value,
    judged.provenance,
from means as judged
inner join main.collections as collections
    on judged.collection = collections.collection and judged.variant <> collections.qrels_variant
inner join means as official
    on
        judged.collection = official.collection
        and official.variant = collections.qrels_variant
        and judged.measure = official.measure
        and judged.run_id = official.run_id
        and judged.provenance = official.provenance
where (judged.collection, judged.variant) not in (select (common.collection, common.variant) from common);
