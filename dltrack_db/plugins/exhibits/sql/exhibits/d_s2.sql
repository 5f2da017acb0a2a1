-- Mean number of relevant items of long and of short judged topics of 2021.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from systems.query_length_counts
-- grain: task
-- columns:
--   mean_relevant_long: mean number of relevant items of a topic of ten words or more
--   mean_relevant_short: mean number of relevant items of a topic of fewer than ten words
-- example: from exhibits.d_s2
create or replace view exhibits.d_s2 as
select
    collections.task,
    max(counts.mean_num_rel) filter (where counts.length = 'long') as mean_relevant_long,
    max(counts.mean_num_rel) filter (where counts.length = 'short') as mean_relevant_short,
from systems.query_length_counts as counts
inner join catalog.track_collections as collections on counts.collection = collections.collection
where collections.year = 2021
group by collections.task
order by collections.task;
