-- The numbers of judged, relevant and non-relevant items of each judged topic.
--
-- source: main.qrels; trec_eval num_rel (m_num_rel.c)
-- grain: collection, query_id
-- columns:
--   num_judged: items in the labels
--   num_rel: relevant items
--   num_nonrel: items judged not relevant: grades from 0 to below the relevance level
-- example: select * from metrics.topics() where collection = 'trec2021-passages'
create or replace macro metrics.topics(variant := null, min_relevance := null) as table
select
    judgments.collection,
    judgments.query_id,
    count(*) as num_judged,
    count(*) filter (where judgments.is_relevant) as num_rel,
    count(*) filter (where not judgments.is_relevant and judgments.relevance >= 0) as num_nonrel,
from metrics.judgments(variant, min_relevance) as judgments
group by judgments.collection, judgments.query_id;
