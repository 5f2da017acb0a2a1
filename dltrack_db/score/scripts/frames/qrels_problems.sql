-- What is wrong with the given qrels (the table given_qrels), one sentence per problem; that they judge nothing of the
-- given run (given_run) is one.
with
qrels_repeats as (
    select
        given_qrels.query_id,
        given_qrels.doc_id,
    from given_qrels
    where given_qrels.query_id is not null and given_qrels.doc_id is not null
    group by given_qrels.query_id, given_qrels.doc_id, given_qrels.subtopic
    having count(*) > 1
),

problems as (
    select 'the qrels have ' || count(*) || ' rows with an empty query_id, doc_id or relevance' as problem,
    from given_qrels
    where given_qrels.query_id is null or given_qrels.doc_id is null or given_qrels.relevance is null
    having count(*) > 0
    union all
    select 'the qrels have ' || count(*) || ' rows without a subtopic, and others with one',
    from given_qrels
    where given_qrels.subtopic is null
    having count(*) > 0 and exists (select named.query_id, from given_qrels as named where named.subtopic is not null)
    union all
    select
        'the qrels judge ' || count(*) || ' documents more than once for a query, for example '
        || min(qrels_repeats.doc_id || ' for query ' || qrels_repeats.query_id),
    from qrels_repeats
    having count(*) > 0
    union all
    select 'the qrels are empty',
    from given_qrels
    having count(*) = 0
    union all
    select 'no query of the run is judged; are the query ids of run and qrels the same?',
    from given_run
    where given_run.query_id in (select given_qrels.query_id, from given_qrels)
    having count(*) = 0 and exists (select answered.query_id, from given_run as answered)
)

select problem,
from problems;
