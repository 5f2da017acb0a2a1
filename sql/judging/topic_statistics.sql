-- The numbers of relevant and judged items of each topic, and whether the track's inclusion rule keeps the topic.
--
-- source: TREC 2019 overview, section 4 (at least 3 relevant, at most 0.6 of the judged) and table 5
-- grain: collection, query_id
-- columns:
--   num_rel: items at or above min_relevance of the collection (documents 1, passages 2)
--   num_judged: judged items
--   rel_ratio
--   in_evaluation: whether the rule of 2019 keeps the topic; it keeps all topics of the released 2019 labels
-- caveats: the released labels do not include the topics that the rule excluded, and later years did not apply it
--     strictly; judging.topic_statistics_by takes other thresholds
create or replace view judging.topic_statistics as
select
    collection,
    query_id,
    num_rel,
    num_judged,
    rel_ratio,
    in_evaluation,
from judging.topic_statistics_by(3, 0.6);
