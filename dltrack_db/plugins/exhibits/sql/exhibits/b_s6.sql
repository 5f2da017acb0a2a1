-- Number of topics in the evaluation sets of 2019 and 2020, and the grades of their labels.
--
-- source: SIGIR'21 resource paper, sections 3.2 and 3.5; values from main.qrels
-- grain: year, task
-- columns:
--   year, task
--   evaluated: number of judged topics
--   grades
-- example: from exhibits.b_s6
create or replace view exhibits.b_s6 as
select
    collections.year,
    collections.task,
    count(distinct qrels.query_id) as evaluated,
    count(distinct qrels.relevance) as grades,
from main.qrels as qrels
inner join catalog.track_collections as collections
    on
        qrels.collection = collections.collection
        and qrels.variant = collections.qrels_variant
where qrels.collection in ('trec2019-docs', 'trec2019-passages', 'trec2020-docs', 'trec2020-passages')
group by collections.year, collections.task
order by collections.year, collections.task;
