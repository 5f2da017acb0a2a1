-- The numbers of relevant and judged items of each topic, and whether the track's rule includes the topic in the evaluation.
--
-- source: TREC 2019 overview, section 4 (at least 3 relevant items, at most 0.6 of the judged items) and table 5
-- grain: collection, query_id
-- columns:
--   num_rel: items with at least min_relevance of the collection (1 for documents, 2 for passages)
--   num_judged: judged items
--   rel_ratio
--   in_evaluation: whether the topic meets the rule of 2019; all topics of the released 2019 labels meet it
-- caveats: the released labels do not contain the topics that the rule excluded, and later years did not apply the rule
--   strictly; judging.topic_statistics_by accepts other thresholds
create or replace view judging.topic_statistics as
select
    collection,
    query_id,
    num_rel,
    num_judged,
    rel_ratio,
    in_evaluation,
from judging.topic_statistics_by(3, 0.6);
