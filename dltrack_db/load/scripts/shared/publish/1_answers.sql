-- From the private copy of a load into the lake: generated answers. The private copy holds those of this load alone.
create or replace temp table left_texts as
select answers.collection, answers.run_id, answers.query_id
from lake.main.answers as answers
inner join memory.staging.files as files
    on files.part = 'answers' and files.collection = answers.collection and files.name = answers.source;

delete from lake.main.answer_citations
where (collection, run_id, query_id) in (select (collection, run_id, query_id) from temp.left_texts);
delete from lake.main.answer_sentences
where (collection, run_id, query_id) in (select (collection, run_id, query_id) from temp.left_texts);
delete from lake.main.answers
where (collection, run_id, query_id) in (select (collection, run_id, query_id) from temp.left_texts);

insert into lake.main.answers by name
from slice.main.answers;

insert into lake.main.answer_sentences by name
from slice.main.answer_sentences;

insert into lake.main.answer_citations by name
from slice.main.answer_citations;
