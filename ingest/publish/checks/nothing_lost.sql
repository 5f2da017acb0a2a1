-- Stops the transaction when not every staged row is in the current database, a file or a lake: what was validated must
-- be what is published. New answers are numbered beyond variable `last_known_answer`.
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
            where answer_id > getvariable('last_known_answer')
        ) as published
    union all
    select
        'answers' as part,
        (select count(*) from temp.new_answers) as staged,
        (select count(distinct answer_id) from main.run_topics where answer_id > getvariable('last_known_answer')) as published
    union all
    select
        'judges of labels' as part,
        (select count(*) from memory.staging.judges) as staged,
        (
            select count(*)
            from main.qrels_variants
            where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels')
        ) as published
    union all
    select
        'query variants' as part,
        (select count(*) from memory.staging.query_variants) as staged,
        (
            select count(*)
            from main.query_variants
            where query_set || '/' || variant in (select name from memory.staging.files where part = 'query-variants')
        ) as published
    union all
    select
        'notes' as part,
        (select count(*) from memory.staging.notes) as staged,
        (
            select count(*)
            from main.query_attributes
            where source in (select name from memory.staging.files where part = 'query-attributes')
        ) + (
            select count(*)
            from main.run_metadata
            where (collection, source) in (select (collection, name) from memory.staging.files where part = 'run-metadata')
        ) as published
    union all
    select
        'scores' as part,
        (select count(*) from memory.staging.scores) as staged,
        (
            select count(*)
            from main.submitted_scores
            where (collection, variant, source) in (
                select (files.collection, score_sets.variant, score_sets.source)
                from memory.staging.score_sets as score_sets
                inner join memory.staging.files as files on files.file_id = score_sets.file_id
                where score_sets.judge is null
            )
        ) + (
            select count(*)
            from main.judge_scores
            where (collection, judge, source) in (
                select (files.collection, score_sets.judge, score_sets.source)
                from memory.staging.score_sets as score_sets
                inner join memory.staging.files as files on files.file_id = score_sets.file_id
                where score_sets.judge is not null
            )
        ) as published
    union all
    select
        'pages of tracks' as part,
        (select count(*) from memory.staging.track_runs) + (select count(*) from memory.staging.track_scores)
        + (select count(*) from memory.staging.track_facts) as staged,
        (
            select count(*)
            from main.track_runs
            where edition || '/' || track in (select name from memory.staging.files where part = 'track-runs')
        ) + (
            select count(*)
            from main.track_scores
            where edition || '/' || track in (select name from memory.staging.files where part = 'track-scores')
        ) + (
            select count(*)
            from main.track_facts
            where
                edition || '/' || track || '/' || page
                in (select name from memory.staging.files where part = 'track-facts')
        ) as published
    union all
    select
        'generated answers' as part,
        (select count(*) from memory.staging.answer_lines)
        + (select count(*) from memory.staging.answer_sentences)
        + (select count(*) from memory.staging.answer_citations) as staged,
        (
            select count(*)
            from (
                select collection, run_id, query_id
                from main.answers
                union all
                select collection, run_id, query_id
                from main.answer_sentences
                union all
                select collection, run_id, query_id
                from main.answer_citations
            ) as written
            where (collection, run_id, query_id) in (
                select (files.collection, answers.run_id, answers.query_id)
                from memory.staging.answer_lines as answers
                inner join memory.staging.files as files on files.file_id = answers.file_id
            )
        ) as published
    union all
    select
        'lines of files' as part,
        (select count(*) from memory.staging.source_lines) as staged,
        (
            select count(*)
            from main.source_lines
            where (collection, part, source) in (
                select (files.collection, files.part, files.name)
                from memory.staging.files as files
                where files.part in ('answers', 'preferences', 'nuggets')
            )
        ) as published
    union all
    select
        'preferences' as part,
        (select count(*) from memory.staging.preferences) as staged,
        (
            select count(*)
            from main.preferences
            where (collection, source) in (
                select (collection, name) from memory.staging.files where part = 'preferences'
            )
        ) as published
    union all
    select
        'nuggets' as part,
        (select count(*) from memory.staging.nugget_lines) as staged,
        (
            select count(*)
            from (
                select collection, bank as source
                from main.nuggets
                union all
                select collection, source
                from main.nugget_labels
                union all
                select collection, source
                from main.citation_labels
            ) as written
            where (collection, source) in (
                select (collection, name) from memory.staging.files where part = 'nuggets'
            )
        ) as published
) as counted
where counted.staged <> counted.published;
