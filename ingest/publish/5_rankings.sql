-- The rankings, put into trec_eval 9's order: score as a 4-byte float descending,
-- then document id descending bytewise (form_res_rels.c); the rank column does not count.
delete from main.rankings
where (collection, run_id) in (select (collection, name) from memory.staging.files where part = 'runs');

insert into main.rankings
with
-- numbered, because DuckDB partitions by one number faster than by texts
answers as (
    select
        file_id,
        query_id,
        row_number() over () as answer,
    from (select distinct file_id, query_id from memory.staging.rankings)
),

ordered as (
    select
        answers.answer,
        rankings.doc_id,
        rankings.submitted_rank,
        rankings.score,
        row_number() over (
            partition by answers.answer
            order by rankings.score::float desc, rankings.doc_id desc
        )::integer as rank,
    from memory.staging.rankings as rankings
    inner join answers on answers.file_id = rankings.file_id and answers.query_id = rankings.query_id
)

select
    files.collection,
    files.name as run_id,
    answers.query_id,
    ordered.doc_id,
    ordered.submitted_rank,
    ordered.score,
    ordered.rank,
from ordered
inner join answers on answers.answer = ordered.answer
inner join memory.staging.files as files on files.file_id = answers.file_id;
