-- The rankings, put into trec_eval 9's order: score as a 4-byte float descending,
-- then document id descending bytewise (form_res_rels.c); the rank column does not count.
delete from main.rankings
where (collection, run_id) in (select (collection, name) from memory.staging.files where part = 'runs');

insert into main.rankings
select
    files.collection,
    files.name as run_id,
    rankings.query_id,
    rankings.doc_id,
    rankings.submitted_rank,
    rankings.score,
    row_number() over (
        partition by rankings.file_id, rankings.query_id
        order by rankings.score::float desc, rankings.doc_id desc
    )::integer as rank,
from memory.staging.rankings as rankings
inner join memory.staging.files as files on files.file_id = rankings.file_id;
