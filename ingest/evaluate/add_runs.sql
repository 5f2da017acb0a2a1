-- Adds the runs in evaluate.run_lines to the collection of variable `collection`: their judged topics, in
-- trec_eval 9's order (metrics.orders has the others).
insert into main.rankings
select
    getvariable('collection') as collection,
    run_lines.run_id,
    run_lines.query_id,
    run_lines.doc_id,
    coalesce(run_lines.submitted_rank, run_lines.line) as submitted_rank,
    run_lines.score,
    row_number() over (
        partition by run_lines.run_id, run_lines.query_id
        order by run_lines.score::float desc, run_lines.doc_id desc
    ) as rank,
from evaluate.run_lines as run_lines
where run_lines.query_id in (select qrels.query_id from main.qrels as qrels);
