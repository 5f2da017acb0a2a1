-- One row for each judge and run: the run's mean scores by the reference and by the judge, over the topics that both have.
--
-- source: labels.board_truth; labels.board_scores
-- grain: collection, judge, measure, run_id
-- columns:
--   judge: judge whose leaderboard is compared with the reference
--   measure: measure of the judge
--   model: model that judged; null if people judged or the model is unknown
--   run_id
--   num_topics: number of topics that the reference and the judge have
--   official: mean by the reference, to twelve decimals
--   value: mean by the judge, to twelve decimals
--   direction: 1 if a higher value of the reference measure is better, -1 if a lower value is better (metrics.directions);
--     always 1 if the reference is a judge
--   query_ids: topics in order; a list with a single '' if only means are available
--   official_values: scores by the reference, in the order of query_ids; null for topics without a score
--   other_values: scores by the judge, in the order of query_ids; null for topics without a score
--   unranked: 'not submitted' if other runs were submitted and this run was not; the run then does not change other runs'
--     ranks (systems.field). Otherwise null
-- needs: runs, leaderboards
-- caveats: the mean of a run without scores on some topics is over its other topics
-- example: select run_id, official, value from labels.judged_runs('ndcg_cut_10') where judge = 'gpt-4o'
create or replace macro labels.judged_runs(truth := 'ndcg_cut_10', truth_judge := null, missing := null) as table
with truths as materialized (
    select
        known.collection,
        known.run_id,
        known.query_id,
        known.value,
    from labels.board_truth(truth := truth, truth_judge := truth_judge) as known
),

judged as materialized (
    select
        scores.collection,
        scores.judge,
        scores.measure,
        scores.run_id,
        if(known.has_topics, scores.query_id, '') as query_id,
        any_value(scores.model) as model,
        avg(scores.value) as value,
    from labels.board_scores as scores
    inner join (
        select
            truths.collection,
            bool_or(truths.query_id <> '') as has_topics,
        from truths
        group by truths.collection
    ) as known on scores.collection = known.collection
    where not coalesce(scores.judge = truth_judge and scores.measure = truth, false)
    group by scores.collection, scores.judge, scores.measure, scores.run_id, if(known.has_topics, scores.query_id, '')
),

boards as (
    select
        judged.collection,
        judged.judge,
        judged.measure,
        any_value(judged.model) as model,
    from judged
    group by judged.collection, judged.judge, judged.measure
),

topics as (
    select distinct
        judged.collection,
        judged.judge,
        judged.measure,
        judged.query_id,
    from judged
    semi join truths on judged.collection = truths.collection and judged.query_id = truths.query_id
),

compared as (
    select
        boards.collection,
        boards.judge,
        boards.measure,
        boards.model,
        runs.run_id,
        topics.query_id,
        truths.value as official,
        coalesce(judged.value, missing::double) as value,
        case when truth_judge is null then coalesce(directions.direction, 1) else 1 end as direction,
    from boards
    left join metrics.directions as directions on metrics.base_name(truth) = directions.name
    inner join topics
        on boards.collection = topics.collection and boards.judge = topics.judge and boards.measure = topics.measure
    inner join (select distinct truths.collection, truths.run_id from truths) as runs on boards.collection = runs.collection
    left join truths
        on runs.collection = truths.collection and runs.run_id = truths.run_id and topics.query_id = truths.query_id
    left join judged
        on
            topics.collection = judged.collection
            and topics.judge = judged.judge
            and topics.measure = judged.measure
            and topics.query_id = judged.query_id
            and runs.run_id = judged.run_id
)

select
    compared.collection,
    compared.judge,
    compared.measure,
    any_value(compared.model) as model,
    compared.run_id,
    count(*) as num_topics,
    round(avg(compared.official), 12) as official,
    round(avg(compared.value), 12) as value,
    list(compared.query_id order by compared.query_id) as query_ids,
    list(compared.official order by compared.query_id) as official_values,
    list(compared.value order by compared.query_id) as other_values,
    any_value(compared.direction) as direction,
    -- runs with a mean over fewer topics are compared, too
    systems.unranked_reason(
        1,
        count(*),
        count(*),
        count(submitted.run_id) > 0,
        bool_or(count(submitted.run_id) > 0) over (
            partition by compared.collection, compared.judge, compared.measure
        )
    ) as unranked,
from compared
left join systems.submitted_runs as submitted
    on compared.collection = submitted.collection and compared.run_id = submitted.run_id
group by compared.collection, compared.judge, compared.measure, compared.run_id
having count(compared.official) > 0 and count(compared.value) > 0;
