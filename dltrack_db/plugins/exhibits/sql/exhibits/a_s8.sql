-- Numbers of topics of 2019 that were given to the participants, judged, and kept.
--
-- source: TREC 2019 Deep Learning overview, sections 2 and 5; values from judging.topic_statistics
-- grain: item
-- columns:
--   item: 'topics', 'docs' or 'passages'
--   submitted: number of topics given to the participants
--   judged: number of topics whose judging began
--   evaluated: number of topics kept for the task
--   from_print
-- caveats: the judging log is not published, so the topics whose judging began are taken from Table 5
-- example: from exhibits.a_s8
create or replace view exhibits.a_s8 as
with submitted as (
    select count(*) as num_topics,
    from main.queries as queries
    where queries.query_set = 'trec2019'
),

judged as (
    select count(distinct cells.row_key) as num_topics,
    from published.cells as cells
    where cells.exhibit = 'A-T5' and cells.column_name like '%_relevant'
)

select
    'topics' as item,
    nullif(submitted.num_topics, 0) as submitted,
    nullif(judged.num_topics, 0) as judged,
    null::bigint as evaluated,
    ['judged'] as from_print,
from submitted
cross join judged
union all
select
    collections.task as item,
    null as submitted,
    null as judged,
    count(*) as evaluated,
    null as from_print,
from judging.topic_statistics as topic_statistics
inner join catalog.track_collections as collections on topic_statistics.collection = collections.collection
where collections.year = 2019
group by collections.task
order by item desc;
