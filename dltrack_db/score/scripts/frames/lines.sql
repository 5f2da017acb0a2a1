-- The given run of variable `run_id` (the table given_run) as the lines of a file: topic, Q0, document, rank, score, tag.
-- Where no rank is given, the position under variable `tie_rule` stands in for it.
with placed as (
    select
        given_run.query_id,
        given_run.doc_id,
        given_run.score,
        coalesce(
            given_run.rank,
            metrics.place(
                given_run.query_id, getvariable('tie_rule'), given_run.rank, given_run.score, given_run.doc_id
            )
        ) as rank,
    from given_run
    where given_run.run_id = getvariable('run_id')
)

select
    placed.query_id,
    'Q0' as literal,
    placed.doc_id,
    placed.rank,
    placed.score,
    getvariable('run_id') as tag,
from placed
order by placed.query_id, placed.rank;
