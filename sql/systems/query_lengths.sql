-- The length of each judged topic in words, and whether the track calls it long.
--
-- source: TREC 2021 overview, section 2 (long: ten words or more)
-- grain: collection, query_id
-- columns:
--   num_words: words of the query text, separated by white space
--   length: 'long' for ten words or more, otherwise 'short'
--   num_rel: relevant items in the official labels
-- needs: topics
create or replace view systems.query_lengths as
select
    topic_statistics.collection,
    topic_statistics.query_id,
    len(list_filter(regexp_split_to_array(queries.text, '\s+'), lambda word: word <> '')) as num_words,
    case when num_words >= 10 then 'long' else 'short' end as length,
    topic_statistics.num_rel,
from judging.topic_statistics
inner join main.collections on topic_statistics.collection = collections.collection
inner join main.queries
    on collections.query_set = queries.query_set and topic_statistics.query_id = queries.query_id;
