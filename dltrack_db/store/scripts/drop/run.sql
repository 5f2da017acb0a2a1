-- Removes the run in variable `run` from the collection in variable `home`, except data that do not come from the run's file.
delete from store.rankings
where answer_id in (
    select run_topics.answer_id
    from main.run_topics as run_topics
    where run_topics.collection = getvariable('home') and run_topics.run_id = getvariable('run')
);
delete from main.judged_rankings where collection = getvariable('home') and run_id = getvariable('run');
delete from main.query_scores where collection = getvariable('home') and run_id = getvariable('run');
delete from main.run_topics where collection = getvariable('home') and run_id = getvariable('run');
delete from main.loads where part = 'runs' and collection = getvariable('home') and name = getvariable('run');
delete from main.loads
where
    part = 'run-metadata'
    and collection = getvariable('home')
    and name in ('header/' || getvariable('run'), 'ir-metadata/' || getvariable('run'));
delete from main.run_metadata
where
    collection = getvariable('home')
    and source in ('header/' || getvariable('run'), 'ir-metadata/' || getvariable('run'));
delete from main.load_expectations where batch_id not in (select batch_id from main.loads);
delete from main.runs
where
    collection = getvariable('home')
    and run_id = getvariable('run')
    and coalesce(team, subtask, category, stage, submitted_md5, submitted_on::varchar) is null
    and coalesce(dense, in_overview, judged) is null
    and run_id not in (
        select notes.run_id
        from main.run_metadata as notes
        where notes.collection = getvariable('home') and notes.key = 'is_submission'
    );
update main.runs set source_file = null, source_md5 = null, tag = null
where collection = getvariable('home') and run_id = getvariable('run');
