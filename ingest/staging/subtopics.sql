-- Marks qrels that are judged by subtopic, as for ndeval: the second column is the subtopic, and a document of a topic occurs
-- with several subtopics (labels.is_subtopic). Files with a single value in that column are skipped.
create or replace temp table several_iterations as
select qrels.file_id,
from staging.qrels as qrels
group by qrels.file_id
having min(qrels.iteration) <> max(qrels.iteration) and bool_and(labels.is_subtopic(qrels.iteration));

update staging.qrels
set subtopic = iteration
where file_id in (
    select qrels.file_id
    from staging.qrels as qrels
    where qrels.file_id in (select several_iterations.file_id from temp.several_iterations)
    group by qrels.file_id, qrels.query_id, qrels.doc_id
    having count(distinct qrels.iteration) > 1
);

select files.source,
from staging.files as files
where files.file_id in (select qrels.file_id from staging.qrels as qrels where qrels.subtopic <> '')
order by files.file_id;
