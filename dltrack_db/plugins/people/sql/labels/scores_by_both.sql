-- One row for each run and topic that a model judged: the run's score by the model's labels, and by labels of people if people
-- judged the topic, too.
--
-- source: labels.query_scores
-- grain: run_id, query_id
-- params:
--   measure: measure in labels.query_scores
-- columns:
--   run_id
--   query_id: topic that the model judged
--   by_people: score by the labels of people; null if people did not judge the topic
--   by_model: score by the labels of the model
--   provenance
-- needs: runs, second labels
-- caveats: runs without a score on one of these topics are excluded. The query stops with an error if the two label sets are
--   the same, have different scales (labels.have_one_scale), or have fewer than ten common topics
-- example: from labels.scores_by_both('trec2021-passages', 'nist', 'gpt-4o-umbrela-zeroshot', 'ndcg_cut_10')
create or replace macro labels.scores_by_both(collection_name, people, model, measure) as table
-- each check reads the result of the previous check, so that the first problem is reported
with home as materialized (
    select case when catalog.has_collections([collection_name]) then collection_name end as collection,
),

scored as materialized (
    select
        scores.variant,
        scores.run_id,
        scores.query_id,
        scores.value,
        scores.provenance,
    from labels.query_scores as scores
    where scores.collection = collection_name and scores.variant in (people, model) and scores.measure = measure
),

paired as materialized (
    select
        judged.run_id,
        judged.query_id,
        official.value as by_people,
        judged.value as by_model,
        judged.provenance,
        count(judged.query_id) over run as num_topics,
        count(official.value) over run as num_people_topics,
    from scored as judged
    left join scored as official
        on
            judged.run_id = official.run_id
            and judged.query_id = official.query_id
            and judged.provenance = official.provenance
            and official.variant = people
    where judged.variant = model
    window run as (partition by judged.run_id, judged.provenance)
),

sizes as materialized (
    select
        (select count(distinct scored.query_id) from scored where scored.variant = people) as num_by_people,
        (select count(distinct scored.query_id) from scored where scored.variant = model) as num_by_model,
        (select coalesce(max(paired.num_topics), 0) from paired) as num_topics,
        (select coalesce(max(paired.num_people_topics), 0) from paired) as num_people_topics,
),

problems as materialized (
    select
        case
            when home.collection is null then null
            -- labels.has_sets reports unknown label sets
            when not list_has_all(labels.known_sets(collection_name := collection_name), [people, model]) then null
            when people = model
                then '''' || people || ''' cannot be both the labels by people and the labels by the model; name two different label sets'
            when least(sizes.num_by_people, sizes.num_by_model) = 0
                then format(
                    'no run of {} has a score by ''{}'' with the labels ''{}''; load runs, and labels with a relevance level '
                    || 'for binary measures; stored for all labels: map, ndcg_cut_10, recip_rank',
                    collection_name, measure, if(sizes.num_by_people = 0, people, model)
                )
            when sizes.num_people_topics < 10
                then format(
                    'people must judge at least 10 of the model''s topics, but ''{}'' has {} topics in common with ''{}'' '
                    || '({} and {} topics); name labels of more topics',
                    people,
                    sizes.num_people_topics,
                    model,
                    sizes.num_by_people,
                    sizes.num_by_model
                )
        end as problem,
    from sizes
    cross join home
)

select
    paired.run_id,
    paired.query_id,
    paired.by_people,
    paired.by_model,
    paired.provenance,
from problems
cross join sizes
left join paired
    on paired.num_topics = sizes.num_topics and paired.num_people_topics = sizes.num_people_topics
where
    labels.has_sets([people, model], (select home.collection from home))
    and case when problems.problem is null then true else error(problems.problem) end
    and labels.have_one_scale((select home.collection from home), [people, model]);
