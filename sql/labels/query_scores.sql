-- The score of every run on every topic under every set of labels: computed from the loaded ranking or, without a ranking,
-- taken from submitted scores.
--
-- source: metrics.ndcg(10), metrics.average_precision and metrics.recip_rank, for all labels in one pass; another measure
--   from variables that dltrack judges -m sets; metrics.stand_in_scores
-- grain: collection, variant, run_id, query_id, measure
-- columns:
--   variant: set of labels
--   run_id
--   query_id: topic that the labels judge
--   measure: 'ndcg_cut_10', 'map', 'recip_rank' or the measure in variable label_measure
--   value: the score, by the level of the labels (labels.levels) and the tie rule of the collection; 0 for a topic that
--     the run leaves out
--   provenance
-- needs: runs
-- caveats: submitted scores, with four decimals, are used only if they were computed with the relevance level of the labels, or
--   if the measure uses no level (nDCG). Labels without a level have nDCG only
-- example: select run_id, avg(value) from labels.query_scores where measure = 'ndcg_cut_10' group by all
create or replace view labels.query_scores as
with runs as (
    select distinct
        run_topics.collection,
        run_topics.run_id,
    from main.run_topics as run_topics
),

judgments as (
    select
        qrels.collection,
        qrels.variant,
        qrels.query_id,
        metrics.gain(qrels.relevance, qrels.gain, null) as gain,
        case
            when levels.min_relevance is not null
                then metrics.is_relevant(qrels.relevance, qrels.gain, levels.min_relevance)
        end as is_relevant,
    from labels.counted as qrels
    left join labels.levels as levels on qrels.collection = levels.collection and qrels.variant = levels.variant
    where qrels.collection in (select runs.collection from runs)
),

ideal as (
    select
        judgments.collection,
        judgments.variant,
        judgments.query_id,
        judgments.gain,
        judgments.is_relevant,
        row_number() over (
            partition by judgments.collection, judgments.variant, judgments.query_id
            order by judgments.gain desc
        ) as rank,
    from judgments
),

topics as (
    select
        ideal.collection,
        ideal.variant,
        ideal.query_id,
        coalesce(sum(ideal.gain * metrics.discount(ideal.rank)) filter (where ideal.rank <= 10), 0) as ideal_dcg,
        count(*) filter (where ideal.is_relevant) as num_rel,
        bool_or(ideal.is_relevant is null) as has_no_level,
    from ideal
    group by ideal.collection, ideal.variant, ideal.query_id
),

hits as (
    select
        judged.collection,
        judged.variant,
        judged.run_id,
        judged.query_id,
        metrics.rank_under(
            collections.tie_rule, judged.rank, judged.rank_double, judged.rank_submitted, judged.rank_ascending
        ) as rank,
        metrics.gain(judged.relevance, judged.gain, null) as gain,
        case
            when levels.min_relevance is not null
                then metrics.is_relevant(judged.relevance, judged.gain, levels.min_relevance)
        end as is_relevant,
    from main.judged_rankings as judged
    inner join main.collections as collections on judged.collection = collections.collection
    left join labels.levels as levels on judged.collection = levels.collection and judged.variant = levels.variant
),

found as (
    select
        hits.collection,
        hits.variant,
        hits.run_id,
        hits.query_id,
        hits.rank,
        hits.gain,
        hits.is_relevant,
        count(*) filter (where hits.is_relevant) over (
            partition by hits.collection, hits.variant, hits.run_id, hits.query_id
            order by hits.rank
        ) as num_rel_so_far,
    from hits
),

summed as (
    select
        found.collection,
        found.variant,
        found.run_id,
        found.query_id,
        sum(found.gain * metrics.discount(found.rank)) filter (where found.rank <= 10) as dcg,
        sum(found.num_rel_so_far / found.rank) filter (where found.is_relevant) as precisions,
        min(found.rank) filter (where found.is_relevant) as first_rank,
    from found
    group by found.collection, found.variant, found.run_id, found.query_id
),

computed as (
    select
        topics.collection,
        topics.variant,
        runs.run_id,
        topics.query_id,
        topics.has_no_level,
        unnest(['ndcg_cut_10', 'map', 'recip_rank']) as measure,
        unnest([
            coalesce(summed.dcg / nullif(topics.ideal_dcg, 0), 0),
            coalesce(summed.precisions / nullif(topics.num_rel, 0), 0),
            coalesce(1.0::double / summed.first_rank, 0),
        ]) as value,
    from topics
    inner join runs on topics.collection = runs.collection
    left join summed
        on
            topics.collection = summed.collection
            and topics.variant = summed.variant
            and topics.query_id = summed.query_id
            and runs.run_id = summed.run_id
)

select
    computed.collection,
    computed.variant,
    computed.run_id,
    computed.query_id,
    computed.measure,
    computed.value,
    'rankings' as provenance,
from computed
where computed.measure = 'ndcg_cut_10' or not computed.has_no_level
union all
select
    submitted.collection,
    submitted.variant,
    submitted.run_id,
    submitted.query_id,
    submitted.measure,
    submitted.value,
    'submitted scores' as provenance,
from metrics.stand_in_scores as submitted
where submitted.measure in ('ndcg_cut_10', 'map', 'recip_rank', getvariable('label_measure')::varchar)
union all
select
    further.scored.collection,
    further.scored.variant,
    further.scored.run_id,
    further.scored.query_id,
    further.scored.measure,
    further.scored.value,
    further.scored.provenance,
from (
    select
        unnest(
            getvariable('label_scores')::struct(
                collection varchar,
                variant varchar,
                run_id varchar,
                query_id varchar,
                measure varchar,
                "value" double,
                provenance varchar
            )[]
        ) as scored,
) as further;
