-- Runs whose scores do not order their judged items: in each topic, all judged items of the run have the same score, and only
-- the tie rule orders these items.
--
-- source: main.judged_rankings: items have the same score if the sum of their ranks by falling and by rising ids is the
--     same
-- grain: collection, run_id
-- columns:
--   num_topics: topics of the official labels with at least two judged items of the run
--   reason: what orders the items instead
-- needs: runs
-- caveats: collections whose runs are ordered by their rank column have no rows; scores are compared as doubles under every
--     tie rule
-- page: stored
-- example: select run_id, reason from systems.unordered_runs where collection = 'sample-passages'
create or replace view systems.unordered_runs as
select
    by_topic.collection,
    by_topic.run_id,
    count(*) as num_topics,
    'all scores are equal in some topics, so documents are ordered by id' as reason,
from (
    select
        judged_rankings.collection,
        judged_rankings.run_id,
        min(judged_rankings.rank_double + judged_rankings.rank_ascending) as lowest,
        max(judged_rankings.rank_double + judged_rankings.rank_ascending) as highest,
    from main.judged_rankings as judged_rankings
    inner join main.collections as collections
        on judged_rankings.collection = collections.collection and judged_rankings.variant = collections.qrels_variant
    where collections.tie_rule <> 'submitted'
    group by judged_rankings.collection, judged_rankings.run_id, judged_rankings.query_id
    having count(*) > 1
) as by_topic
group by by_topic.collection, by_topic.run_id
having bool_and(by_topic.lowest = by_topic.highest);
