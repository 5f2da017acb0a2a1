-- Numbers of unjudged items of each run and topic, among the first k items and below them.
--
-- source: Moffat and Zobel, TOIS 27(1), 2008, section 3; main.run_topics
-- grain: collection, run_id, query_id, cutoff
-- columns:
--   cutoff
--   num_rel
--   num_rel_ret: relevant items among the first k
--   num_unjudged: unjudged items among the first k
--   num_unjudged_below: unjudged items of the run below the first k
-- needs: runs
-- example: select * from metrics.unjudged_at(10) where run_id = 'p_bm25'
create or replace macro metrics.unjudged_at(k, variant := null, min_relevance := null, tie_rule := null) as table
with counted as (
    select
        found_at.collection,
        found_at.run_id,
        found_at.query_id,
        found_at.cutoff,
        found_at.num_rel,
        found_at.num_rel_ret,
        least(found_at.num_ret, found_at.cutoff) - found_at.num_judged_ret as num_unjudged,
    from metrics.found_at(k, variant, min_relevance, tie_rule) as found_at
)

select
    counted.collection,
    counted.run_id,
    counted.query_id,
    counted.cutoff,
    counted.num_rel,
    counted.num_rel_ret,
    counted.num_unjudged,
    retrieved.num_ret - retrieved.num_judged_ret - counted.num_unjudged as num_unjudged_below,
from counted
inner join metrics.retrieved(variant, min_relevance, tie_rule) as retrieved
    on counted.collection = retrieved.collection
    and counted.run_id = retrieved.run_id
    and counted.query_id = retrieved.query_id;
