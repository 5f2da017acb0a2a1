-- What was expected of the tables when they were loaded, asked of them again: the rows that break a rule, counted.
--
-- source: the expectations of severity 'error' in ingest/expectations that need no recipe
-- grain: rule, collection, name
-- columns:
--   rule: what must hold
--   collection: judged task; null for topics
--   name: query set, qrels variant or run
--   broken_rows: rows, or topics of a run, that break it
-- caveats: empty in a sound database
-- example: from catalog.broken_rules
create or replace view catalog.broken_rules as
with
repeated_queries as (
    select
        'a topic number is unique in its query set' as rule,
        null::varchar as collection,
        query_set as name,
        count(*) - count(distinct query_id) as broken_rows,
    from main.queries
    group by query_set
),

repeated_judgments as (
    select
        'a document is judged once per topic' as rule,
        collection,
        variant as name,
        count(*) - count(distinct row(query_id, doc_id)) as broken_rows,
    from main.qrels
    group by collection, variant
),

answered as (
    select
        collection,
        run_id,
        query_id,
        count(*) as num_ret,
        count(distinct doc_id) as documents,
        count(distinct rank) as ranks,
        min(rank) as first_rank,
        max(rank) as last_rank,
        count(*) filter (not isfinite(score) or try_cast(score as float) is null) as scores_not_finite,
    from main.rankings
    group by collection, run_id, query_id
),

run_rules as (
    select
        unnest([
            'a document is returned once per topic',
            'ranks go from 1 without gaps',
            'scores are finite',
        ]) as rule,
        collection,
        run_id as name,
        unnest([
            count(*) filter (documents <> num_ret),
            count(*) filter (ranks <> num_ret or first_rank <> 1 or last_rank <> num_ret),
            sum(scores_not_finite)::bigint,
        ]) as broken_rows,
    from answered
    group by collection, run_id
),

rules as (
    select rule, collection, name, broken_rows from repeated_queries
    union all
    select rule, collection, name, broken_rows from repeated_judgments
    union all
    select rule, collection, name, broken_rows from run_rules
)

select
    rule,
    collection,
    name,
    broken_rows,
from rules
where broken_rows > 0
order by rule, collection, name;
