-- Each loaded run combined with each judged topic: measures are computed from these rows. A topic without results in the run
-- has a row with num_ret 0.
--
-- source: trec_eval -c (averages over all topics of the qrels file)
-- grain: collection, run_id, query_id
-- columns:
--   answer_id: number of the pair, as in run_topics; null for a topic without results in the run
--   num_ret: retrieved items, only judged ones if judged_only is set; 0 for a topic without results in the run
--   num_rel
--   num_nonrel: items judged not relevant for the topic
--   is_answered: whether the run returns items for the topic
-- needs: runs
-- example: select run_id, query_id from metrics.answers() where not is_answered
create or replace macro metrics.answers(variant := null, min_relevance := null, judged_only := false) as table
with loaded_runs as (
    select distinct run_topics.collection, run_topics.run_id,
    from main.run_topics as run_topics
    where metrics.is_measured(run_topics.answer_id)
),

retrieved as (
    select run_topics.answer_id, run_topics.num_ret,
    from main.run_topics as run_topics
    where not judged_only and metrics.is_measured(run_topics.answer_id)
    union all
    select
        judged_rankings.answer_id,
        count(*) as num_ret,
    from main.judged_rankings as judged_rankings
    inner join main.collections as collections
        on judged_rankings.collection = collections.collection
        and judged_rankings.variant = coalesce(variant, collections.qrels_variant)
    where judged_only and judged_rankings.relevance >= 0 and metrics.is_measured(judged_rankings.answer_id)
    group by judged_rankings.answer_id
)

select
    loaded_runs.collection,
    loaded_runs.run_id,
    topics.query_id,
    run_topics.answer_id,
    coalesce(retrieved.num_ret, 0) as num_ret,
    topics.num_rel,
    topics.num_nonrel,
    run_topics.answer_id is not null as is_answered,
from loaded_runs
inner join metrics.topics(variant, min_relevance) as topics on loaded_runs.collection = topics.collection
left join main.run_topics as run_topics
    on loaded_runs.collection = run_topics.collection
    and loaded_runs.run_id = run_topics.run_id
    and topics.query_id = run_topics.query_id
left join retrieved on run_topics.answer_id = retrieved.answer_id;
