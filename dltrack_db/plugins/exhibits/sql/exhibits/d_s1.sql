-- Number of long and short judged topics of 2021.
--
-- source: TREC 2021 Deep Learning overview, section 2; values from systems.query_length_counts
-- grain: task
-- columns:
--   task: 'docs', 'passages' or 'all'
--   submitted: number of topics given to the participants
--   judged: number of judged topics
--   short: number of judged topics of fewer than ten words
--   long: number of judged topics of ten words or more
-- example: from exhibits.d_s1
create or replace view exhibits.d_s1 as
with submitted as (
    select count(*) as num_topics,
    from main.queries as queries
    where queries.query_set = 'trec2021'
)

select
    'all' as task,
    submitted.num_topics as submitted,
    null::bigint as judged,
    null::bigint as short,
    null::bigint as long,
from submitted
where submitted.num_topics > 0
union all
select
    collections.task,
    null as submitted,
    sum(counts.num_queries)::bigint as judged,
    sum(counts.num_queries) filter (where counts.length = 'short')::bigint as short,
    sum(counts.num_queries) filter (where counts.length = 'long')::bigint as long,
from systems.query_length_counts as counts
inner join catalog.track_collections as collections on counts.collection = collections.collection
where collections.year = 2021
group by collections.task
order by task;
