-- What is wrong with the given run and qrels (the tables given_run and given_qrels), one sentence per problem.
-- Variable `tie_rule`: the rule asked for.
with
run_rows as (
    select
        run_id,
        query_id,
        doc_id,
        score,
        rank,
    from given_run
),

qrels_rows as (
    select
        query_id,
        doc_id,
        relevance,
        subtopic,
    from given_qrels
),

run_repeats as (
    select
        run_id,
        query_id,
        doc_id,
    from run_rows
    where query_id is not null and doc_id is not null
    group by run_id, query_id, doc_id
    having count(*) > 1
),

qrels_repeats as (
    select
        query_id,
        doc_id,
    from qrels_rows
    where query_id is not null and doc_id is not null
    group by query_id, doc_id, subtopic
    having count(*) > 1
),

problems as (
    select 'the run has ' || count(*) || ' rows with an empty query_id, doc_id or score' as problem,
    from run_rows
    where query_id is null or doc_id is null or score is null
    having count(*) > 0
    union all
    select 'the run has ' || count(*) || ' scores that are not finite numbers',
    from run_rows
    where not isfinite(score)
    having count(*) > 0
    union all
    select
        'the run names ' || count(*) || ' documents more than once for a query, for example '
        || min(doc_id || ' for query ' || query_id),
    from run_repeats
    having count(*) > 0
    union all
    select 'the qrels have ' || count(*) || ' rows with an empty query_id, doc_id or relevance',
    from qrels_rows
    where query_id is null or doc_id is null or relevance is null
    having count(*) > 0
    union all
    select 'the qrels have ' || count(*) || ' rows without a subtopic, and others with one',
    from qrels_rows
    where subtopic is null
    having count(*) > 0 and exists (select qrels_rows.query_id, from qrels_rows where qrels_rows.subtopic is not null)
    union all
    select
        'the qrels judge ' || count(*) || ' documents more than once for a query, for example '
        || min(doc_id || ' for query ' || query_id),
    from qrels_repeats
    having count(*) > 0
    union all
    select 'the qrels are empty',
    from qrels_rows
    having count(*) = 0
    union all
    select 'no query of the run is judged; are the query ids of run and qrels the same?',
    from run_rows
    where query_id in (select qrels_rows.query_id, from qrels_rows)
    having count(*) = 0 and exists (select run_rows.query_id, from run_rows)
    union all
    select 'the run has ' || count(*) || ' rows without a rank; the tie rule submitted needs the column rank',
    from run_rows
    where getvariable('tie_rule') = 'submitted' and rank is null
    having count(*) > 0
)

select problem,
from problems;
