-- The mean score of every run by the official labels and by each other label set, over the topics that both sets judge. If the
-- sets share no topic, each mean is over all topics of its set.
--
-- source: labels.query_scores; systems.unranked_reason; SynDL labels the topics that NIST left out
-- grain: collection, variant, measure, run_id
-- columns:
--   variant: set of labels compared with the official set
--   measure: as in labels.query_scores
--   run_id
--   topics: 'common' for topics that both sets judge, 'own' if the sets share no topic
--   num_topics: topics in the mean by the other labels
--   official: mean by the official labels, to twelve decimals
--   value: mean by the other labels, to twelve decimals
--   query_ids: list of the common topics; null if the sets share no topic
--   official_values: list of the scores by the official labels, in the order of query_ids
--   other_values: list of the scores by the other labels, in the order of query_ids
--   provenance
--   unranked: 'not submitted' if the run was not submitted but other runs were; this run then changes no other run's rank
--     (systems.unranked_reason). Null for a ranked run
-- needs: runs, second labels
-- example: from labels.compared_means where collection = 'trec2021-passages' and measure = 'ndcg_cut_10'
create or replace view labels.compared_means as
with scored as materialized (
    -- labels.query_scores is the expensive part, so it is read only once
    select
        scores.collection,
        scores.variant,
        scores.measure,
        scores.run_id,
        scores.query_id,
        scores.value,
        scores.provenance,
        scores.variant = truths.variant as is_official,
    from labels.query_scores as scores
    inner join labels.truths as truths on scores.collection = truths.collection
    where truths.num_truths = 1
),

common as materialized (
    select
        judged.collection,
        judged.variant,
        judged.measure,
        judged.run_id,
        count(*) as num_topics,
        round(avg(official.value), 12) as official,
        round(avg(judged.value), 12) as value,
        list(judged.query_id order by judged.query_id) as query_ids,
        list(official.value order by judged.query_id) as official_values,
        list(judged.value order by judged.query_id) as other_values,
        any_value(judged.provenance) as provenance,
    from scored as judged
    inner join scored as official
        on
            judged.collection = official.collection
            and judged.measure = official.measure
            and judged.run_id = official.run_id
            and judged.query_id = official.query_id
            and judged.provenance = official.provenance
    where official.is_official and not judged.is_official
    group by judged.collection, judged.variant, judged.measure, judged.run_id
),

means as materialized (
    select
        scored.collection,
        scored.variant,
        scored.measure,
        scored.run_id,
        scored.provenance,
        scored.is_official,
        count(*) as num_topics,
        round(avg(scored.value), 12) as value,
    from scored
    group by
        scored.collection, scored.variant, scored.measure, scored.run_id, scored.provenance, scored.is_official
),

compared as (
    select
        common.collection,
        common.variant,
        common.measure,
        common.run_id,
        'common' as topics,
        common.num_topics,
        common.official,
        common.value,
        common.query_ids,
        common.official_values,
        common.other_values,
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
        null as query_ids,
        null as official_values,
        null as other_values,
        judged.provenance,
    from means as judged
    inner join means as official
        on
            judged.collection = official.collection
            and judged.measure = official.measure
            and judged.run_id = official.run_id
            and judged.provenance = official.provenance
    where
        official.is_official
        and not judged.is_official
        and (judged.collection, judged.variant) not in (select (common.collection, common.variant) from common)
)

select
    compared.*,
    systems.unranked_reason(
        1,
        compared.num_topics,
        compared.num_topics,
        submitted.run_id is not null,
        bool_or(submitted.run_id is not null) over (
            partition by compared.collection, compared.variant, compared.measure
        )
    ) as unranked,
from compared
left join systems.submitted_runs as submitted
    on compared.collection = submitted.collection and compared.run_id = submitted.run_id;
