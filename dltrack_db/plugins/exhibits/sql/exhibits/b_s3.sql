-- One row for each topic: whether it was a candidate for judging, by the sparse labels.
--
-- source: SIGIR'21 resource paper, section 3.2; values from judging.topic_candidates
-- grain: year, query_id
-- columns:
--   query_id: topic
--   median_rr_ms: median RR (MS) over the document runs
--   is_candidate: whether the median is above 0 and at most .5
--   is_judged: whether the official labels contain the topic
-- caveats: computed over the loaded document runs; empty without the sparse labels of the test topics, which are not public
-- example: from exhibits.b_s3
create or replace view exhibits.b_s3 as
select
    collections.year,
    topic_candidates.query_id,
    topic_candidates.median_rr_ms,
    topic_candidates.is_candidate,
    topic_candidates.is_judged,
from judging.topic_candidates as topic_candidates
inner join catalog.track_collections as collections on topic_candidates.collection = collections.collection
where collections.collection in ('trec2019-docs', 'trec2020-docs')
order by collections.year asc, topic_candidates.median_rr_ms desc, topic_candidates.query_id asc;
