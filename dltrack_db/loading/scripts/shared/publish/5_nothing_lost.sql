-- Stops the transaction when not every row of the private copy is in the lake, or a number is given twice.
select error('publishing lost rows of ' || part || ': ' || published || ' of ' || staged || '; nothing was changed')
from (
    select
        'queries' as part,
        (select count(*) from memory.staging.queries) as staged,
        (
            select count(*)
            from lake.main.queries
            where query_set in (select name from memory.staging.files where part = 'queries')
        ) as published
    union all
    select
        'qrels' as part,
        (
            select count(*)
            from slice.main.qrels
            where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels')
        ) as staged,
        (
            select count(*)
            from lake.main.qrels
            where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels')
        ) as published
    union all
    select
        'subtopic_qrels' as part,
        (
            select count(*)
            from slice.main.subtopic_qrels
            where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels')
        ) as staged,
        (
            select count(*)
            from lake.main.subtopic_qrels
            where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels')
        ) as published
    union all
    select
        'rankings' as part,
        (select count(*) from memory.staging.rankings) as staged,
        (
            select count(*)
            from lake.store.rankings
            where answer_id > getvariable('answers_before')
        ) as published
    union all
    select
        'judged_rankings' as part,
        (
            select count(*)
            from slice.main.judged_rankings
            where answer_id > getvariable('last_known_answer')
        ) as staged,
        (
            select count(*)
            from lake.main.judged_rankings
            where answer_id > getvariable('answers_before')
        ) as published
    union all
    select
        'answers' as part,
        (select count(*) from temp.answers) as staged,
        (
            select count(distinct answer_id)
            from lake.main.run_topics
            where answer_id > getvariable('answers_before')
        ) as published
) as counted
where counted.staged <> counted.published;
