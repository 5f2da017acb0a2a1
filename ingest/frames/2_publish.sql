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

-- trec_eval's order (form_res_rels.c): score as a 4-byte float descending, then document id descending bytewise
insert into main.rankings by name
select
    getvariable('collection') as collection,
    given_run.run_id,
    given_run.query_id,
    given_run.doc_id,
    given_run.score,
    (row_number() over (
        partition by given_run.run_id, given_run.query_id
        order by given_run.score desc, given_run.doc_id asc
    ))::integer as submitted_rank,
    (row_number() over (
        partition by given_run.run_id, given_run.query_id
        order by given_run.score::float desc, given_run.doc_id desc
    ))::integer as rank,
from given_run;
