-- The topics on which the runs of a collection are compared: the judged topics.
--
-- source: metrics.topics, statistics.scored_topics
-- grain: collection, query_id
-- columns:
--   query_id
-- caveats: a collection without official labels has the topics of the published scores that are used instead of rankings
-- example: select count(*) from statistics.topics where collection = 'trec2021-passages'
create or replace view statistics.topics as
select
    topics.collection,
    topics.query_id,
from metrics.topics() as topics
union all
select
    scored_topics.collection,
    scored_topics.query_id,
from statistics.scored_topics as scored_topics;
