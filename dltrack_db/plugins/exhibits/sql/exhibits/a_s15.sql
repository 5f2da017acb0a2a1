-- Grades of the labels of 2019, and the highest share of relevant items on a kept topic.
--
-- source: TREC 2019 Deep Learning overview, section 5; values from main.qrels and judging.topic_statistics
-- grain: task
-- columns:
--   task, grades
--   max_ratio: highest num_rel / num_judged of a kept topic
-- example: from exhibits.a_s15
create or replace view exhibits.a_s15 as
with graded as (
    select
        qrels.collection,
        count(distinct qrels.relevance) as grades,
    from main.qrels as qrels
    inner join main.collections as collections
        on
            qrels.collection = collections.collection
            and qrels.variant = collections.qrels_variant
    where qrels.collection in ('trec2019-docs', 'trec2019-passages')
    group by qrels.collection
)

select
    split_part(graded.collection, '-', 2) as task,
    graded.grades,
    max(topic_statistics.rel_ratio) as max_ratio,
from graded
inner join judging.topic_statistics as topic_statistics on graded.collection = topic_statistics.collection
group by graded.collection, graded.grades
order by graded.collection;
