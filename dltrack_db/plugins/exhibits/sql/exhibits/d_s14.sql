-- How many fewer judged topics the passage task of 2021 has than the document task, in percent.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from judging.topic_statistics
-- grain: task
-- columns:
--   task: 'passages'
--   topics: number of judged topics
--   docs_topics: number of judged topics of the document task
--   fewer_queries_percent: 100 * (1 - topics / docs_topics)
-- example: from exhibits.d_s14
create or replace view exhibits.d_s14 as
with topics as (
    select
        count(*) filter (where topic_statistics.collection = 'trec2021-docs') as docs,
        count(*) filter (where topic_statistics.collection = 'trec2021-passages') as passages,
    from judging.topic_statistics as topic_statistics
    where topic_statistics.collection in ('trec2021-docs', 'trec2021-passages')
)

select
    'passages' as task,
    topics.passages as topics,
    topics.docs as docs_topics,
    100 * (1 - topics.passages / topics.docs) as fewer_queries_percent,
from topics
where topics.docs > 0 and topics.passages > 0;
