-- Stops the transaction when not every staged row is in the database: what was
-- validated must be what is published.
select error('publishing lost rows: ' || part || ' has ' || published || ' rows of ' || staged || '; nothing was changed')
from (
    select
        'queries' as part,
        (select count(*) from memory.staging.queries) as staged,
        (
            select count(*)
            from main.queries
            where query_set in (select name from memory.staging.files where part = 'queries')
        ) as published
    union all
    select
        'qrels' as part,
        (select count(*) from memory.staging.qrels) as staged,
        (
            select count(*)
            from main.qrels
            where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels')
        ) as published
    union all
    select
        'runs' as part,
        (select count(*) from memory.staging.rankings) as staged,
        (
            select count(*)
            from main.rankings
            where (collection, run_id) in (select (collection, name) from memory.staging.files where part = 'runs')
        ) as published
    union all
    select
        'retrieved items' as part,
        (
            select count(*)
            from main.rankings
            where collection in (select collection from memory.staging.collections)
        ) as staged,
        (
            select coalesce(sum(num_ret), 0)
            from main.run_topics
            where collection in (select collection from memory.staging.collections)
        ) as published
    union all
    select
        'judged items' as part,
        (
            select count(*)
            from main.rankings as rankings
            inner join main.qrels as qrels
                on qrels.collection = rankings.collection
                and qrels.query_id = rankings.query_id
                and qrels.doc_id = rankings.doc_id
            where rankings.collection in (select collection from memory.staging.collections)
        ) as staged,
        (
            select count(*)
            from main.judged_rankings
            where collection in (select collection from memory.staging.collections)
        ) as published
) as counted
where counted.staged <> counted.published;
