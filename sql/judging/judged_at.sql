-- How many of the first k items of each run and topic are judged.
--
-- source: Judged@k as in ir_measures; TREC 2021 overview, section 4 "Completeness of judgments"
-- grain: collection, run_id, query_id
-- params:
--   k: depth
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic that the run answers
--   num_ret: items returned within the depth
--   num_judged: those of them that the official labels hold
--   judged_share: num_judged / num_ret
-- example:
--   select run_id, avg(judged_share) from judging.judged_at(10) group by run_id;
create or replace macro judging.judged_at(k) as table
with
answered as (
    select
        run_topics.collection,
        collections.qrels_variant,
        run_topics.run_id,
        run_topics.query_id,
        least(run_topics.num_ret, k) as num_ret,
    from main.run_topics
    inner join judging.topic_statistics
        on
            run_topics.collection = topic_statistics.collection
            and run_topics.query_id = topic_statistics.query_id
    inner join main.collections
        on run_topics.collection = collections.collection
),

judged as (
    select
        collection,
        variant,
        run_id,
        query_id,
        count(*) as num_judged,
    from main.judged_rankings
    where rank <= k
    group by collection, variant, run_id, query_id
)

select
    answered.collection,
    answered.run_id,
    answered.query_id,
    answered.num_ret,
    coalesce(judged.num_judged, 0) as num_judged,
    coalesce(judged.num_judged, 0) / answered.num_ret as judged_share,
from answered
left join judged
    on
        answered.collection = judged.collection
        and answered.qrels_variant = judged.variant
        and answered.run_id = judged.run_id
        and answered.query_id = judged.query_id;
