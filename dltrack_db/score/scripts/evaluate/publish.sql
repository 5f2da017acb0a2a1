-- Fills the tables that measures read from evaluate.qrels_lines and evaluate.run_lines, as one collection with one
-- run of variable `run_id`. Variables: `min_relevance`, `tie_rule` ('float' or 'double'), `max_rank`
-- (deepest rank that counts, null for all), `is_complete` (whether topics that the run leaves out count).
insert into main.collections (collection, edition, task, query_set, qrels_variant, min_relevance, tie_rule)
values ('evaluated', '', '', '', 'nist', getvariable('min_relevance'), getvariable('tie_rule'));

insert into main.qrels by name
select
    'evaluated' as collection,
    'nist' as variant,
    qrels_lines.query_id,
    qrels_lines.doc_id,
    qrels_lines.relevance,
    qrels_lines.iteration,
from evaluate.qrels_lines as qrels_lines
where
    getvariable('is_complete')
    or qrels_lines.query_id in (select run_lines.query_id from evaluate.run_lines as run_lines);

insert into main.run_topics by name
with counted as (
    select
        run_lines.query_id,
        count(*) as num_ret,
    from evaluate.run_lines as run_lines
    where run_lines.query_id in (select qrels.query_id from main.qrels as qrels)
    group by run_lines.query_id
    union all
    -- a run that answers no topic is scored too
    select '' as query_id, 0 as num_ret,
    where
        getvariable('is_complete')
        and not exists (
            select run_lines.query_id
            from evaluate.run_lines as run_lines
            inner join main.qrels as qrels on run_lines.query_id = qrels.query_id
        )
)

select
    'evaluated' as collection,
    getvariable('run_id') as run_id,
    counted.query_id,
    least(counted.num_ret, coalesce(getvariable('max_rank'), counted.num_ret)) as num_ret,
    row_number() over (order by counted.query_id) as answer_id,
from counted;

insert into store.rankings by name
with ordered as (
    select
        run_topics.answer_id,
        run_lines.doc_id,
        run_lines.submitted_rank,
        run_lines.score,
        metrics.place(
            run_topics.answer_id,
            getvariable('tie_rule'),
            run_lines.submitted_rank,
            run_lines.score,
            run_lines.doc_id
        ) as rank,
    from evaluate.run_lines as run_lines
    inner join main.run_topics as run_topics on run_lines.query_id = run_topics.query_id
)

select
    ordered.answer_id,
    ordered.doc_id,
    coalesce(ordered.submitted_rank, ordered.rank) as submitted_rank,
    ordered.score,
    ordered.rank,
from ordered
where ordered.rank <= coalesce(getvariable('max_rank'), ordered.rank);
