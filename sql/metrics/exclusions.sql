-- The items that do not count for a topic: those that the collection lists, and the one that has the topic's own id where the
-- collection leaves that out. No measure sees them, in rankings or labels, before anything is cut.
--
-- source: main.exclusions, main.collections; BEIR's rule for ArguAna and Quora; the lists of BRIGHT
-- grain: collection, query_id, doc_id
-- columns:
--   query_id: topic number as text
--   doc_id: item that does not count for the topic
-- caveats: main.rankings and main.qrels keep what was submitted and judged; metrics.ranked and labels.counted have what counts
-- page: stored
-- example: select collection, count(*) from metrics.exclusions group by collection
create or replace view metrics.exclusions as
select
    exclusions.collection,
    exclusions.query_id,
    exclusions.doc_id,
from main.exclusions as exclusions
union
select
    topics.collection,
    topics.query_id,
    topics.query_id as doc_id,
from (
    select run_topics.collection, run_topics.query_id,
    from main.run_topics as run_topics
    union all
    select qrels.collection, qrels.query_id,
    from main.qrels as qrels
) as topics
semi join main.collections as collections
    on topics.collection = collections.collection and collections.excludes_query_id;
