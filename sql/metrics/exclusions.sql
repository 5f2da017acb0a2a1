-- The items that are excluded from a topic: items listed by the collection and, in some collections, the item whose id is the
-- topic's id. Measures remove excluded items from rankings and labels before they apply cut-offs.
--
-- source: main.exclusions, main.collections; BEIR's rule for ArguAna and Quora; the lists of BRIGHT
-- grain: collection, query_id, doc_id
-- columns:
--   query_id: topic number as text
--   doc_id: item that is excluded from the topic
-- caveats: main.rankings and main.qrels contain excluded items; metrics.ranked and labels.counted do not
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
