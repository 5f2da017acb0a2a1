-- Values of the collection of variable `collection` that would break the lines of TREC's files: no load lets them in,
-- a database that somebody else made may hold them.
with
named as (
    select
        'topic' as kind,
        query_id as id,
    from main.qrels
    where collection = getvariable('collection')
    union all
    select
        'document' as kind,
        doc_id as id,
    from main.qrels
    where collection = getvariable('collection')
    union all
    select
        'iteration' as kind,
        iteration as id,
    from main.qrels
    where collection = getvariable('collection')
    union all
    select
        'subtopic' as kind,
        subtopic as id,
    from subtopic_qrels
    where collection = getvariable('collection')
    union all
    select
        'topic' as kind,
        query_id as id,
    from main.run_topics
    where collection = getvariable('collection')
    union all
    select
        'document' as kind,
        doc_id as id,
    from main.rankings
    where collection = getvariable('collection')
    union all
    select
        'tag' as kind,
        tag as id,
    from main.runs
    where collection = getvariable('collection')
    union all
    select
        'topic' as kind,
        queries.query_id as id,
    from main.queries
    inner join main.collections on queries.query_set = collections.query_set
    where collections.collection = getvariable('collection')
),

texts as (
    select queries.query_id
    from main.queries
    inner join main.collections on queries.query_set = collections.query_set
    where
        collections.collection = getvariable('collection')
        and regexp_matches(queries.text, '[\n\r\x00]')
)

select
    kind,
    min(id) as id,
from named
where id = '' or regexp_matches(id, '[\s\p{Cc}]')
group by kind
union all
select
    'text of topic' as kind,
    query_id as id,
from texts
order by kind, id
limit 1
