-- The given frames as one collection of the database in memory.
insert into main.collections by name
select
    getvariable('collection') as collection,
    'frames' as edition,
    'frames' as task,
    getvariable('collection') as query_set,
    getvariable('min_relevance') as min_relevance,
    getvariable('tie_rule') as tie_rule,;

insert into main.qrels by name
select
    getvariable('collection') as collection,
    'nist' as variant,
    given_qrels.query_id,
    given_qrels.doc_id,
    given_qrels.relevance,
from given_qrels;

insert into main.runs by name
select distinct
    getvariable('collection') as collection,
    given_run.run_id,
    false as is_submission,
from given_run;

insert into main.run_topics by name
with counted as (
    select
        given_run.run_id,
        given_run.query_id,
        count(*) as num_ret,
    from given_run
    group by given_run.run_id, given_run.query_id
)

select
    getvariable('collection') as collection,
    counted.run_id,
    counted.query_id,
    counted.num_ret,
    row_number() over (order by counted.run_id, counted.query_id) as answer_id,
from counted;

-- trec_eval's order (form_res_rels.c): score as a 4-byte float descending, then document id descending bytewise
insert into store.rankings by name
select
    run_topics.answer_id,
    given_run.doc_id,
    given_run.score,
    row_number() over (
        partition by run_topics.answer_id
        order by given_run.score desc, given_run.doc_id asc
    ) as submitted_rank,
    row_number() over (
        partition by run_topics.answer_id
        order by given_run.score::float desc, given_run.doc_id desc
    ) as rank,
from given_run
inner join main.run_topics as run_topics
    on given_run.run_id = run_topics.run_id and given_run.query_id = run_topics.query_id;
