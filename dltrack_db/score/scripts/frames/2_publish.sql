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
    max(given_qrels.relevance) as relevance,
from given_qrels
group by given_qrels.query_id, given_qrels.doc_id;

insert into main.subtopic_qrels by name
select
    getvariable('collection') as collection,
    'nist' as variant,
    given_qrels.query_id,
    given_qrels.subtopic,
    given_qrels.doc_id,
    given_qrels.relevance,
from given_qrels
where given_qrels.subtopic is not null;

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
    union all
    -- a run without a line answers no topic, and is scored
    select 'run' as run_id, '' as query_id, 0 as num_ret,
    where not exists (select given_run.run_id, from given_run)
)

select
    getvariable('collection') as collection,
    counted.run_id,
    counted.query_id,
    counted.num_ret,
    row_number() over (order by counted.run_id, counted.query_id) as answer_id,
from counted;

-- the order of metrics.orders; where no rank is given, the position stands in for it
insert into store.rankings by name
with placed as (
    select
        run_topics.answer_id,
        given_run.doc_id,
        given_run.rank as given_rank,
        given_run.score,
        metrics.place(
            run_topics.answer_id, getvariable('tie_rule'), given_run.rank, given_run.score, given_run.doc_id
        ) as rank,
    from given_run
    inner join main.run_topics as run_topics
        on given_run.run_id = run_topics.run_id and given_run.query_id = run_topics.query_id
)

select
    placed.answer_id,
    placed.doc_id,
    coalesce(placed.given_rank, placed.rank) as submitted_rank,
    placed.score,
    placed.rank,
from placed;
