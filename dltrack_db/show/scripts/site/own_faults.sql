-- The first thing that forbids to score the run in evaluate.run_lines, with its line; as `dltrack eval` says it behind
-- the name of the file.
with found as (
    select
        1 as step,
        run_lines.line,
        run_lines.problem || case when contains(run_lines.problem, ';') then '' else '; correct the line' end as fault,
    from evaluate.run_lines as run_lines
    where run_lines.problem is not null
    union all
    select
        2 as step,
        run_lines.line,
        'score ' || run_lines.score || ' of topic ' || run_lines.query_id || ', document ' || run_lines.doc_id
        || ' is not finite as a 4-byte float; correct the line' as fault,
    from evaluate.run_lines as run_lines
    where not coalesce(isfinite(try_cast(run_lines.score as float)), false)
    union all
    select
        3 as step,
        max(run_lines.line) as line,
        'document ' || run_lines.doc_id || ' occurs twice for query ' || run_lines.query_id
        || '; remove one of the lines' as fault,
    from evaluate.run_lines as run_lines
    where run_lines.query_id in (select qrels.query_id from main.qrels as qrels)
    group by run_lines.query_id, run_lines.doc_id
    having count(*) > 1
    union all
    select
        4 as step,
        null as line,
        ' has no judged topic of ' || getvariable('collection') || '; is it a run of another task?' as fault,
    where not exists (
        select 1
        from evaluate.run_lines as run_lines
        where run_lines.query_id in (select qrels.query_id from main.qrels as qrels)
    )
)

select
    found.line,
    found.fault,
from found
order by found.step, found.line
limit 1
