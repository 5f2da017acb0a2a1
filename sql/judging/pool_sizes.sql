-- The pool of the submitted runs at every depth: its size, and how much of it is judged and relevant.
--
-- source: TREC 2021 overview, section 4 "Completeness of judgments"
-- grain: collection, depth
-- columns:
--   collection: judged task
--   depth: number of items taken from the top of each submitted run
--   num_items: different topic-item pairs in the pool, over all judged topics
--   num_judged: those that the official labels hold
--   num_rel: those that are relevant
--   judged_share: num_judged / num_items
--   rel_share: num_rel / num_judged
create or replace view judging.pool_sizes as
with
max_depths as (
    select
        collection,
        max(num_ret) as max_depth,
    from main.run_topics
    group by collection
),

first_seen as (
    select
        pool.collection,
        pool.best_rank as depth,
        count(*) as num_items,
        count(pool.relevance) as num_judged,
        count(*) filter (where pool.relevance >= collections.min_relevance) as num_rel,
    from judging.pool((select max(max_depth), from max_depths)) as pool
    inner join main.collections
        on pool.collection = collections.collection
    group by pool.collection, pool.best_rank
),

pooled as (
    select
        collection,
        depth,
        cast(sum(num_items) over (partition by collection order by depth) as bigint) as num_items,
        cast(sum(num_judged) over (partition by collection order by depth) as bigint) as num_judged,
        cast(sum(num_rel) over (partition by collection order by depth) as bigint) as num_rel,
    from first_seen
)

select
    collection,
    depth,
    num_items,
    num_judged,
    num_rel,
    num_judged / num_items as judged_share,
    num_rel / nullif(num_judged, 0) as rel_share,
from pooled;
