-- The depth to which all submitted runs are judged without a gap, for each topic.
--
-- source: TREC 2019 overview, section 4 (depth-10 pools); here computed from the labels
-- grain: collection, query_id
-- columns:
--   num_runs: submitted runs with results for the topic
--   pool_depth: number of items from rank 1 on that are judged in every submitted run
--   median_depth: median over the runs of the depth that is judged without a gap
--   num_deeper: runs that are judged without a gap beyond pool_depth
-- needs: runs
-- caveats: a run whose items are all judged does not limit the depth; if all items of all runs are judged, the depth is the
--   length of the longest run
create or replace view judging.pool_depth as
with
submitted as (
    select
        judged_depth.collection,
        judged_depth.query_id,
        judged_depth.run_id,
        judged_depth.num_ret,
        judged_depth.judged_depth,
    from judging.judged_depth
    inner join main.runs
        on judged_depth.collection = runs.collection and judged_depth.run_id = runs.run_id
    where runs.is_submission
),

depths as (
    select
        collection,
        query_id,
        count(*) as num_runs,
        coalesce(min(judged_depth) filter (where judged_depth < num_ret), max(judged_depth)) as pool_depth,
        median(judged_depth) as median_depth,
        list(judged_depth) as judged_depths,
    from submitted
    group by collection, query_id
)

select
    collection,
    query_id,
    num_runs,
    pool_depth,
    median_depth,
    len(list_filter(judged_depths, lambda depth: depth > pool_depth)) as num_deeper,
from depths;
