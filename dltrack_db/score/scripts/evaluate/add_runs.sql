-- Adds the runs in evaluate.run_lines to the collection of variable `collection`: their judged topics, in
-- the order of its tie rule (metrics.orders has the others). The position stands in for a rank that is no whole number.
insert into main.run_topics by name
with counted as (
    select
        run_lines.run_id,
        run_lines.query_id,
        count(*) as num_ret,
    from evaluate.run_lines as run_lines
    where run_lines.query_id in (select qrels.query_id from main.qrels as qrels)
    group by run_lines.run_id, run_lines.query_id
)

select
    getvariable('collection') as collection,
    counted.run_id,
    counted.query_id,
    counted.num_ret,
    -- on from the numbers of the database that runs are copied from
    (select coalesce(max(run_topics.answer_id), 0) from loaded.main.run_topics as run_topics)
    + row_number() over (order by counted.run_id, counted.query_id) as answer_id,
from counted;

-- a rule that is known beforehand is no column to be carried and compared
set variable tie_rule = (
    select collections.tie_rule
    from main.collections as collections
    where collections.collection = getvariable('collection')
);

insert into store.rankings by name
with placed as (
    select
        run_topics.answer_id,
        run_lines.doc_id,
        run_lines.submitted_rank as given_rank,
        run_lines.score,
        metrics.place(
            run_topics.answer_id, getvariable('tie_rule'), run_lines.submitted_rank, run_lines.score, run_lines.doc_id
        ) as rank,
    from evaluate.run_lines as run_lines
    inner join main.run_topics as run_topics
        on run_lines.run_id = run_topics.run_id and run_lines.query_id = run_topics.query_id
)

select
    placed.answer_id,
    placed.doc_id,
    coalesce(placed.given_rank, placed.rank) as submitted_rank,
    placed.score,
    placed.rank,
from placed;
