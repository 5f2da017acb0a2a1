-- The rankings: first which run answers which topic, numbered on from the numbers in use; then their items, put into
-- trec_eval 9's order: score as a 4-byte float descending, then document id descending bytewise (form_res_rels.c);
-- the rank column does not count.
set variable last_known_answer = (select coalesce(max(answer_id), 0) from main.run_topics);

-- temporary, because a transaction writes to one database only
create or replace temp table answers as
with counted as (
    select
        file_id,
        query_id,
        count(*) as num_ret,
    from memory.staging.rankings
    group by file_id, query_id
)

select
    file_id,
    query_id,
    num_ret,
    getvariable('last_known_answer') + row_number() over (order by file_id, query_id) as answer_id,
from counted;

insert into main.run_topics
select
    files.collection,
    files.name as run_id,
    answers.query_id,
    answers.num_ret,
    answers.answer_id,
from temp.answers as answers
inner join memory.staging.files as files on files.file_id = answers.file_id;

insert into store.rankings
select
    answers.answer_id,
    rankings.doc_id,
    rankings.submitted_rank,
    rankings.score,
    row_number() over (
        partition by answers.answer_id
        order by rankings.score::float desc, rankings.doc_id desc
    )::integer as rank,
from memory.staging.rankings as rankings
inner join temp.answers as answers
    on answers.file_id = rankings.file_id and answers.query_id = rankings.query_id;
