-- Deletes replaced runs and all rows derived from them.
create or replace temp table replaced_answers as
select run_topics.answer_id
from main.run_topics as run_topics
inner join memory.staging.files as files
    on files.part = 'runs' and files.collection = run_topics.collection and files.name = run_topics.run_id;

delete from store.rankings where answer_id in (select answer_id from temp.replaced_answers);
delete from main.judged_rankings where answer_id in (select answer_id from temp.replaced_answers);
delete from main.run_topics where answer_id in (select answer_id from temp.replaced_answers);
delete from main.query_scores
where (collection, run_id) in (select (collection, name) from memory.staging.files where part = 'runs');
