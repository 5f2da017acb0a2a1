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
        (
            select
                count(*) filter (where qrels.subtopic = '')
                + count(distinct row(qrels.file_id, qrels.query_id, qrels.doc_id)) filter (where qrels.subtopic <> '')
            from memory.staging.qrels as qrels
        ) as staged,
        (
            select count(*)
            from main.qrels
            where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels')
        ) as published
    union all
    select
        'subtopic qrels' as part,
        (select count(*) from memory.staging.qrels where subtopic <> '') as staged,
        (
            select count(*)
            from main.subtopic_qrels
            where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels')
        ) as published
    union all
    select
        'runs' as part,
        (select count(*) from memory.staging.rankings) as staged,
        (
            select count(*)
            from store.rankings
            where answer_id in (select answer_id from temp.answers)
        ) as published
) as counted
where counted.staged <> counted.published;
