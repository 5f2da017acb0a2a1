-- Number of judged topics and their relevant items, for long and for short queries.
--
-- source: TREC 2021 overview, section 2 (28 short and 29 long, 25 and 28) and section 4 (147.1 and 140.6, 67.8 and 61.2
--     relevant)
-- grain: collection, length
-- columns:
--   length: 'long' (ten words or more) or 'short'
--   num_queries: judged topics
--   mean_num_rel: relevant items per topic
--   mean_num_words: words per query
-- needs: topics
create or replace view systems.query_length_counts as
select
    collection,
    length,
    count(*) as num_queries,
    avg(num_rel) as mean_num_rel,
    avg(num_words) as mean_num_words,
from systems.query_lengths
group by collection, length;
