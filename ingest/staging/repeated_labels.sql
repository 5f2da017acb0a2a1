-- Removes repeated labels of the file of variable `file_id` if there are at most `repeats`. If there are more, all stay, and the
-- check for pairs judged twice rejects the file.
create or replace temp table repeated as
select
    qrels.rowid as place,
    qrels.relevance,
from staging.qrels as qrels
where qrels.file_id = getvariable('file_id') and qrels.problem is null
qualify row_number() over (partition by qrels.query_id, qrels.doc_id, qrels.relevance order by qrels.rowid) > 1;

insert into staging.left_out_labels by name
select
    getvariable('file_id')::integer as file_id,
    repeated.relevance,
    false as is_foreign,
from temp.repeated as repeated
where (select count(*) from temp.repeated) <= getvariable('repeats');

delete from staging.qrels
where
    rowid in (select repeated.place from temp.repeated as repeated)
    and (select count(*) from temp.repeated) <= getvariable('repeats');
