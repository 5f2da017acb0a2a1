-- Copies the run of variable `run_id` from the attached database `loaded`: its rankings for the judged topics.
insert into main.run_topics by name
select run_topics.*
from loaded.main.run_topics as run_topics
where
    run_topics.collection = getvariable('collection')
    and run_topics.run_id = getvariable('run_id')
    and run_topics.query_id in (select qrels.query_id from main.qrels as qrels);

insert into store.rankings by name
select rankings.*
from loaded.store.rankings as rankings
inner join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id
where run_topics.run_id = getvariable('run_id');
