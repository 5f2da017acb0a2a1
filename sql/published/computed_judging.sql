-- Judging statistics of 2019, computed: each topic, the totals, and the topics kept.
--
-- source: TREC 2019 overview, Table 5 and section 5; values from judging.topic_statistics
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: 'A-T5' or 'A-S8'
--   row_key: topic or total (A-T5), topics or task (A-S8)
--   column_name: as in published.cells
--   value: computed value
-- caveats: The topics that NIST excluded are not in the released qrels. Their ratio is computed from their printed
--   counts,
--   and the total judged adds their printed counts to those of the qrels.
-- example: from published.computed_judging where exhibit = 'A-T5' and row_key = '47923'
create or replace view published.computed_judging as
with topics as (
    select
        collections.task,
        topic_statistics.query_id,
        topic_statistics.num_rel,
        topic_statistics.num_judged,
        topic_statistics.rel_ratio,
    from judging.topic_statistics as topic_statistics
    inner join main.collections as collections on topic_statistics.collection = collections.collection
    where collections.year = 2019
),

printed as (
    select
        split_part(cells.column_name, '_', 1) as task,
        cells.row_key as query_id,
        max(cells.value) filter (where cells.column_name like '%_relevant') as num_rel,
        max(cells.value) filter (where cells.column_name like '%_judged') as num_judged,
    from published.cells as cells
    where cells.exhibit = 'A-T5'
    group by split_part(cells.column_name, '_', 1), cells.row_key
    having max(cells.value) filter (where cells.column_name like '%_relevant') is not null
),

excluded as (
    select
        printed.task,
        printed.query_id,
        printed.num_rel,
        printed.num_judged,
    from printed
    where not exists (
        select 1,
        from topics
        where topics.task = printed.task and topics.query_id = printed.query_id
    )
),

entered as (
    select
        topics.task,
        topics.num_judged,
    from topics
    union all
    select
        excluded.task,
        excluded.num_judged,
    from excluded
)

select
    'A-T5' as exhibit,
    query_id as row_key,
    task || '_relevant' as column_name,
    num_rel::double as value,
from topics
union all
select
    'A-T5' as exhibit,
    query_id as row_key,
    task || '_judged' as column_name,
    num_judged::double as value,
from topics
union all
select
    'A-T5' as exhibit,
    query_id as row_key,
    task || '_ratio' as column_name,
    rel_ratio as value,
from topics
union all
select
    'A-T5' as exhibit,
    query_id as row_key,
    task || '_ratio' as column_name,
    num_rel / num_judged as value,
from excluded
union all
select
    'A-T5' as exhibit,
    'total judged' as row_key,
    task || '_judged' as column_name,
    sum(num_judged) as value,
from entered
group by task
union all
select
    'A-T5' as exhibit,
    'final qrels size' as row_key,
    task || '_judged' as column_name,
    sum(num_judged)::double as value,
from topics
group by task
union all
select
    'A-S8' as exhibit,
    task as row_key,
    'evaluated' as column_name,
    count(*)::double as value,
from topics
group by task
union all
select
    'A-S8' as exhibit,
    'topics' as row_key,
    'judged' as column_name,
    count(distinct query_id)::double as value,
from printed
having count(*) > 0
union all
select
    'A-S8' as exhibit,
    'topics' as row_key,
    'submitted' as column_name,
    count(*)::double as value,
from main.queries as queries
where
    queries.query_set in (
        select collections.query_set, from main.collections as collections
        where collections.year = 2019
    )
having count(*) > 0;
