-- Topics of 2019 that the overview keeps although .5 to .6 of their judged items are relevant.
--
-- source: TREC 2019 Deep Learning overview, section 5, footnote 2; values from judging.topic_statistics
-- grain: task, query_id
-- columns:
--   query_id: topic
--   num_rel: relevant items
--   num_judged: judged items
--   rel_ratio
-- example: from exhibits.a_s9
create or replace view exhibits.a_s9 as
select
    collections.task,
    topic_statistics.query_id,
    topic_statistics.num_rel,
    topic_statistics.num_judged,
    topic_statistics.rel_ratio,
from judging.topic_statistics as topic_statistics
inner join catalog.track_collections as collections on topic_statistics.collection = collections.collection
where collections.year = 2019 and topic_statistics.rel_ratio > 0.5 and topic_statistics.in_evaluation
order by collections.task asc, topic_statistics.rel_ratio desc;
