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
        (select count(*) from temp.new_answers) as staged,
        (
            select count(distinct answer_id)
            from lake.main.run_topics
            where answer_id > getvariable('answers_before')
        ) as published
    union all
    select
        'judges of labels' as part,
        (select count(*) from slice.main.qrels_variants) as staged,
        (
            select count(*)
            from lake.main.qrels_variants
            where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels')
        ) as published
    union all
    select
        'query variants' as part,
        (select count(*) from slice.main.query_variants) as staged,
        (
            select count(*)
            from lake.main.query_variants
            where query_set || '/' || variant in (select name from memory.staging.files where part = 'query-variants')
        ) as published
    union all
    select
        'notes' as part,
        (select count(*) from slice.main.query_attributes)
        + (select count(*) from slice.main.run_metadata) as staged,
        (
            select count(*)
            from lake.main.query_attributes
            where source in (select name from memory.staging.files where part = 'query-attributes')
        ) + (
            select count(*)
            from lake.main.run_metadata
            where (collection, source) in (select (collection, name) from memory.staging.files where part = 'run-metadata')
        ) as published
    union all
    select
        'submitted scores' as part,
        (select count(*) from slice.main.submitted_scores) as staged,
        (
            select count(*)
            from lake.main.submitted_scores
            where (collection, variant, source) in (
                select (files.collection, score_sets.variant, score_sets.source)
                from memory.staging.score_sets as score_sets
                inner join memory.staging.files as files on files.file_id = score_sets.file_id
            )
        ) as published
    union all
    select
        'runs and scores of tracks' as part,
        (select count(*) from memory.staging.track_runs) + (select count(*) from memory.staging.track_scores) as staged,
        (
            select count(*)
            from lake.main.track_runs
            where edition || '/' || track in (select name from memory.staging.files where part = 'track-runs')
        ) + (
            select count(*)
            from lake.main.track_scores
            where edition || '/' || track in (select name from memory.staging.files where part = 'track-scores')
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
                from lake.main.answers
                union all
                select collection, run_id, query_id
                from lake.main.answer_sentences
                union all
                select collection, run_id, query_id
                from lake.main.answer_citations
            ) as written
            where (collection, run_id, query_id) in (
                select (files.collection, answers.run_id, answers.query_id)
                from memory.staging.answer_lines as answers
                inner join memory.staging.files as files on files.file_id = answers.file_id
            )
        ) as published
    union all
    select
        'preferences' as part,
        (select count(*) from memory.staging.preferences) as staged,
        (
            select count(*)
            from lake.main.preferences
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
                from lake.main.nuggets
                union all
                select collection, source
                from lake.main.nugget_labels
                union all
                select collection, source
                from lake.main.citation_labels
            ) as written
            where (collection, source) in (
                select (collection, name) from memory.staging.files where part = 'nuggets'
            )
        ) as published
) as counted
where counted.staged <> counted.published;
