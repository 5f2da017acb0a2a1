-- Answers get their numbers here, under the lock: numbered on from those in use, where the private copy began at
-- variable `last_known_answer`. Answers of runs that are loaded again leave, and so does all that was scored again.
set variable answers_before = (select coalesce(max(answer_id), 0) from lake.main.run_topics);
set variable answers_added = getvariable('answers_before') - getvariable('last_known_answer');

create or replace temp table left_answers as
select run_topics.answer_id
from lake.main.run_topics as run_topics
inner join memory.staging.files as files
    on files.part = 'runs' and files.collection = run_topics.collection and files.name = run_topics.run_id;

create or replace temp table reordered_answers as
select run_topics.answer_id
from lake.main.run_topics as run_topics
inner join temp.stale_collections as stale on stale.is_reordered and stale.collection = run_topics.collection;

delete from lake.store.rankings
where
    answer_id in (select answer_id from temp.left_answers)
    or answer_id in (select answer_id from temp.reordered_answers);

delete from lake.main.judged_rankings
where
    answer_id in (select answer_id from temp.left_answers)
    or collection in (select collection from temp.stale_collections);

delete from lake.main.query_scores
where
    collection in (select collection from temp.stale_collections)
    or (collection, run_id) in (select (collection, name) from memory.staging.files where part = 'runs');

delete from lake.main.run_topics
where
    answer_id in (select answer_id from temp.left_answers)
    or answer_id in (select answer_id from temp.reordered_answers);

insert into lake.main.run_topics by name
select
    run_topics.* replace (
        case
            when run_topics.answer_id > getvariable('last_known_answer')
                then run_topics.answer_id + getvariable('answers_added')
            else run_topics.answer_id
        end as answer_id
    ),
from slice.main.run_topics as run_topics
where
    run_topics.answer_id > getvariable('last_known_answer')
    or run_topics.answer_id in (select reordered.answer_id from temp.reordered_answers as reordered);

insert into lake.store.rankings by name
select
    rankings.* replace (
        case
            when rankings.answer_id > getvariable('last_known_answer')
                then rankings.answer_id + getvariable('answers_added')
            else rankings.answer_id
        end as answer_id
    ),
from slice.store.rankings as rankings
where
    rankings.answer_id > getvariable('last_known_answer')
    or rankings.answer_id in (select reordered.answer_id from temp.reordered_answers as reordered);

insert into lake.main.judged_rankings by name
select
    judged.* replace (
        case
            when judged.answer_id > getvariable('last_known_answer') then judged.answer_id + getvariable('answers_added')
            else judged.answer_id
        end as answer_id
    ),
from slice.main.judged_rankings as judged;

insert into lake.main.query_scores by name
from slice.main.query_scores;
