-- Every loaded run against every judged topic: the spine of all measures. A topic that the run leaves out is a row with nothing retrieved.
--
-- source: trec_eval -c (averages over all topics of the qrels file)
-- grain: collection, run_id, query_id
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   num_ret: retrieved items, 0 for a topic the run leaves out
--   num_judged: judged items of the topic
--   num_rel: relevant items of the topic
--   num_nonrel: items of the topic judged not relevant
--   is_answered: whether the run has the topic
-- example: select run_id, query_id from metrics.answers() where not is_answered
create or replace macro metrics.answers(variant := null, min_relevance := null) as table
with loaded_runs as (
    select distinct run_topics.collection, run_topics.run_id,
    from main.run_topics as run_topics
)

select
    loaded_runs.collection,
    loaded_runs.run_id,
    topics.query_id,
    coalesce(run_topics.num_ret, 0) as num_ret,
    topics.num_judged,
    topics.num_rel,
    topics.num_nonrel,
    run_topics.num_ret is not null as is_answered,
from loaded_runs
inner join metrics.topics(variant, min_relevance) as topics on loaded_runs.collection = topics.collection
left join main.run_topics as run_topics
    on loaded_runs.collection = run_topics.collection
    and loaded_runs.run_id = run_topics.run_id
    and topics.query_id = run_topics.query_id;
