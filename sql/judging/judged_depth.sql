-- How deep each run is judged without a gap, topic by topic.
--
-- source: pooling as in TREC 2019 overview, section 4: the pool takes the first items of every run
-- grain: collection, run_id, query_id
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic that the run answers
--   num_ret: items the run returned for the topic
--   judged_depth: number of leading items that the official labels all hold
create or replace view judging.judged_depth as
with
answered as (
    select
        run_topics.collection,
        collections.qrels_variant,
        run_topics.run_id,
        run_topics.query_id,
        run_topics.num_ret,
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
        rank,
        row_number() over (partition by collection, variant, run_id, query_id order by rank) as num_judged,
    from main.judged_rankings
),

gapless as (
    select
        collection,
        variant,
        run_id,
        query_id,
        count(*) as judged_depth,
    from judged
    where rank = num_judged
    group by collection, variant, run_id, query_id
)

select
    answered.collection,
    answered.run_id,
    answered.query_id,
    answered.num_ret,
    coalesce(gapless.judged_depth, 0) as judged_depth,
from answered
left join gapless
    on
        answered.collection = gapless.collection
        and answered.qrels_variant = gapless.variant
        and answered.run_id = gapless.run_id
        and answered.query_id = gapless.query_id;
