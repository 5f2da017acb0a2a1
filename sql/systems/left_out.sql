-- Runs with loaded scores per topic, but no ranking, that cannot be on a leaderboard of the official labels, with the reason.
--
-- source: main.submitted_scores without metrics.stand_in_scores and metrics.stand_in_means
-- grain: collection, run_id
-- columns:
--   num_q: judged topics with scores of the run, the maximum over its measures
--   num_judged: judged topics of the collection
--   reason: why the run's scores cannot be used instead of a ranking, as text
-- needs: scores
-- caveats: a mean over some topics is not a mean over all, and a topic without a score may still have an answer;
--   metrics.stand_in_scores describes the requirements
-- page: stored
-- example: from systems.left_out order by collection, run_id
create or replace view systems.left_out as
with absent as materialized (
    select distinct
        scores.collection,
        scores.run_id,
    from main.submitted_scores as scores
    inner join main.collections as collections
        on scores.collection = collections.collection and scores.variant = collections.qrels_variant
    anti join main.run_topics as run_topics
        on scores.collection = run_topics.collection and scores.run_id = run_topics.run_id
    anti join main.stand_in_scores as stand_in
        on scores.collection = stand_in.collection and scores.run_id = stand_in.run_id
    anti join metrics.stand_in_means as means
        on scores.collection = means.collection and scores.run_id = means.run_id
),

offered as (
    select
        scores.collection,
        scores.run_id,
        scores.measure,
        count(distinct scores.query_id) as num_q,
    from main.submitted_scores as scores
    inner join main.collections as collections
        on scores.collection = collections.collection and scores.variant = collections.qrels_variant
    semi join absent
        on scores.collection = absent.collection and scores.run_id = absent.run_id
    semi join statistics.topics as judged
        on scores.collection = judged.collection and scores.query_id = judged.query_id
    group by scores.collection, scores.run_id, scores.measure
),

judged as (
    select
        topics.collection,
        count(*) as num_judged,
    from statistics.topics as topics
    group by topics.collection
),

runs as (
    select
        offered.collection,
        offered.run_id,
        max(offered.num_q) as num_q,
    from offered
    group by offered.collection, offered.run_id
)

select
    runs.collection,
    runs.run_id,
    runs.num_q,
    judged.num_judged,
    case
        when runs.num_q < judged.num_judged
            then 'scores on ' || runs.num_q || ' of ' || judged.num_judged || ' judged topics'
        else 'no scores with the relevance level and tie rule of the collection'
    end as reason,
from runs
inner join judged on runs.collection = judged.collection;
