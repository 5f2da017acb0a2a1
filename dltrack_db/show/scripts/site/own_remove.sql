-- Takes a run that a visitor brought out of the page's copy of the database. Variables: `collection`, `run_id`.
delete from loaded.store.rankings
where
    answer_id in (
        select run_topics.answer_id
        from loaded.main.run_topics as run_topics
        where run_topics.collection = getvariable('collection') and run_topics.run_id = getvariable('run_id')
    );

delete from loaded.main.run_topics
where collection = getvariable('collection') and run_id = getvariable('run_id');

delete from loaded.main.judged_rankings
where collection = getvariable('collection') and run_id = getvariable('run_id');

delete from loaded.main.query_scores
where collection = getvariable('collection') and run_id = getvariable('run_id');

delete from loaded.report.stored_choices
where collection = getvariable('collection') and run_id = getvariable('run_id');

delete from loaded.report.own_findings
where collection = getvariable('collection') and run_id = getvariable('run_id');

delete from loaded.main.runs
where collection = getvariable('collection') and run_id = getvariable('run_id');
