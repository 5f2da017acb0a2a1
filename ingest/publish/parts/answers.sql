-- Generated answers: what a file says is replaced as a whole.
create or replace temp table replaced_texts as
select answers.collection, answers.run_id, answers.query_id
from main.answers as answers
inner join memory.staging.files as files
    on files.part = 'answers' and files.collection = answers.collection and files.name = answers.source;

delete from main.answer_citations
where (collection, run_id, query_id) in (select (collection, run_id, query_id) from temp.replaced_texts);
delete from main.answer_sentences
where (collection, run_id, query_id) in (select (collection, run_id, query_id) from temp.replaced_texts);
delete from main.answers
where (collection, run_id, query_id) in (select (collection, run_id, query_id) from temp.replaced_texts);

insert into main.answers by name
select
    files.collection,
    answers.run_id,
    answers.query_id,
    answers.response_length,
    files.name as source,
from memory.staging.answer_lines as answers
inner join memory.staging.files as files on files.file_id = answers.file_id;

insert into main.answer_sentences by name
select
    files.collection,
    sentences.run_id,
    sentences.query_id,
    sentences.position,
    sentences.text,
from memory.staging.answer_sentences as sentences
inner join memory.staging.files as files on files.file_id = sentences.file_id;

insert into main.answer_citations by name
select
    files.collection,
    cited.run_id,
    cited.query_id,
    cited.position,
    cited.ordinal,
    cited.doc_id,
    cited.weight,
from memory.staging.answer_citations as cited
inner join memory.staging.files as files on files.file_id = cited.file_id;
