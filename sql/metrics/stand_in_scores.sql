-- Scores per topic that others computed for runs without a loaded ranking, if dltrack would compute the same values from the
-- rankings.
--
-- source: main.submitted_scores; nDCG per topic by ndcgeval, trec_eval -q
-- grain: collection, variant, run_id, query_id, measure
-- columns:
--   variant: labels that the scores were computed with
--   is_official: whether the labels are the official labels of the collection
--   run_id: run without a loaded ranking
--   query_id
--   measure: trec_eval's name of the measure
--   min_relevance: lowest relevant grade; null if the measure uses grades as gains
--   value: the score as printed
--   decimals: number of decimals to which the score is known: the largest number of decimals of any score from its source; if
--     there are several sources, the smallest of their numbers
-- needs: scores
-- caveats: A score is included only if it uses the relevance level of the labels (labels.levels) or no level (nDCG).
--   Collections that order runs by submitted ranks have no rows, because trec_eval ignores submitted ranks. The scores are
--   assumed to use the collection's tie rule and uncut runs, so a leaderboard cut at the depth of an overview has no submitted
--   map. A score is excluded if its sources do not agree to four decimals. If the official labels are loaded, a run has scores
--   of a measure for all judged topics or for none, because trec_eval -q does not print the topics that it excludes from its
--   mean.
-- page: stored
-- example: select run_id, avg(value) from metrics.stand_in_scores where measure = 'ndcg_cut_10' group by run_id
create or replace view metrics.stand_in_scores as
with
sets as (
    select
        scores.collection,
        scores.variant,
        scores.source,
        max(coalesce(scores.decimals, metrics.decimals(scores.value::varchar))) as decimals,
    from main.submitted_scores as scores
    group by scores.collection, scores.variant, scores.source
),

agreed as (
    select
        scores.collection,
        scores.variant,
        scores.variant = collections.qrels_variant as is_official,
        scores.run_id,
        scores.query_id,
        scores.measure,
        any_value(scores.min_relevance) as min_relevance,
        min(scores.value) as value,
        min(sets.decimals) as decimals,
    from main.submitted_scores as scores
    inner join sets
        on scores.collection = sets.collection and scores.variant = sets.variant and scores.source = sets.source
    inner join main.collections as collections on scores.collection = collections.collection
    left join labels.levels as levels on scores.collection = levels.collection and scores.variant = levels.variant
    where
        (
            scores.min_relevance is null
            -- labels that are not loaded are assumed to have the level of the collection
            or scores.min_relevance
            = case when levels.variant is null then collections.min_relevance else levels.min_relevance end
        )
        and collections.tie_rule <> 'submitted'
        and not starts_with(scores.measure, 'num_')
        and (scores.collection, scores.run_id) not in (
            select (run_topics.collection, run_topics.run_id),
            from main.run_topics as run_topics
        )
    group by
        scores.collection, scores.variant, collections.qrels_variant, scores.run_id, scores.query_id, scores.measure
    having max(scores.value) - min(scores.value) < 1e-4
),

judged as (
    select distinct
        qrels.collection,
        qrels.query_id,
    from labels.counted as qrels
    inner join main.collections as collections
        on qrels.collection = collections.collection and qrels.variant = collections.qrels_variant
),

held_against as (
    select
        agreed.collection,
        agreed.variant,
        agreed.is_official,
        agreed.run_id,
        agreed.query_id,
        agreed.measure,
        agreed.min_relevance,
        agreed.value,
        agreed.decimals,
        judged.query_id is not null as is_judged,
        count(judged.query_id) over (
            partition by agreed.collection, agreed.variant, agreed.run_id, agreed.measure
        ) as num_judged,
        topics.num_topics,
    from agreed
    left join judged on agreed.collection = judged.collection and agreed.query_id = judged.query_id
    left join (select collection, count(*) as num_topics from judged group by collection) as topics
        on agreed.collection = topics.collection
)

select
    held_against.collection,
    held_against.variant,
    held_against.is_official,
    held_against.run_id,
    held_against.query_id,
    held_against.measure,
    held_against.min_relevance,
    held_against.value,
    held_against.decimals,
from held_against
where
    not held_against.is_official
    or held_against.num_topics is null
    or (held_against.is_judged and held_against.num_judged = held_against.num_topics);
