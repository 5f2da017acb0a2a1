-- What is wrong with the given run (the table given_run), one sentence per problem. Variable `tie_rule`: the rule asked for.
with
run_repeats as (
    select
        given_run.run_id,
        given_run.query_id,
        given_run.doc_id,
    from given_run
    where given_run.query_id is not null and given_run.doc_id is not null
    group by given_run.run_id, given_run.query_id, given_run.doc_id
    having count(*) > 1
),

problems as (
    select 'the run has ' || count(*) || ' rows with an empty query_id, doc_id or score' as problem,
    from given_run
    where given_run.query_id is null or given_run.doc_id is null or given_run.score is null
    having count(*) > 0
    union all
    select 'the run has ' || count(*) || ' scores that are not finite numbers',
    from given_run
    where not isfinite(given_run.score)
    having count(*) > 0
    union all
    select
        'the run names ' || count(*) || ' documents more than once for a query, for example '
        || min(run_repeats.doc_id || ' for query ' || run_repeats.query_id),
    from run_repeats
    having count(*) > 0
    union all
    select 'the run has ' || count(*) || ' rows without a rank; the tie rule submitted needs the column rank',
    from given_run
    where getvariable('tie_rule') = 'submitted' and given_run.rank is null
    having count(*) > 0
)

select problem,
from problems;
