-- Grades of the labels of 2021, and the number of items that passage runs return for a topic.
--
-- source: TREC 2021 Deep Learning overview, sections 2.1 and 2.2; values from main.qrels and main.run_topics
-- grain: task
-- columns:
--   task, grades
--   max_items: maximum number of items that a submitted run returns for a topic; null for documents, because the paper prints
--     no depth
-- example: from exhibits.d_s19
create or replace view exhibits.d_s19 as
with graded as (
    select
        qrels.collection,
        count(distinct qrels.relevance) as grades,
    from main.qrels as qrels
    inner join main.collections as collections
        on
            qrels.collection = collections.collection
            and qrels.variant = collections.qrels_variant
    where qrels.collection in ('trec2021-docs', 'trec2021-passages')
    group by qrels.collection
),

deepest as (
    select
        run_topics.collection,
        max(run_topics.num_ret) as max_items,
    from main.run_topics as run_topics
    inner join main.runs as runs
        on
            run_topics.collection = runs.collection
            and run_topics.run_id = runs.run_id
    where run_topics.collection = 'trec2021-passages' and runs.is_submission
    group by run_topics.collection
)

select
    split_part(graded.collection, '-', 2) as task,
    graded.grades,
    deepest.max_items,
from graded
left join deepest on graded.collection = deepest.collection
order by graded.collection;
