-- Scoring of data frames (score/in_memory.py).

-- name: subtopics
-- Takes the iterations of the given qrels for subtopics where they cannot be anything else: a document of a query stands
-- there with several of them, each of which can be one (labels.is_subtopic), or measures by subtopic are asked for (variable
-- `has_subtopics`) and there are several.
update given_qrels
set subtopic = iteration
where
    (select count(*) from given_qrels as named where named.subtopic is not null) = 0
    and (
        (
            exists (
                select given.query_id,
                from given_qrels as given
                group by given.query_id, given.doc_id
                having count(distinct given.iteration) > 1
            )
            and (select bool_and(labels.is_subtopic(given.iteration)) from given_qrels as given)
        )
        or (
            getvariable('has_subtopics')
            and (select count(distinct given.iteration) from given_qrels as given) > 1
        )
    );

-- name: lines
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

-- name: qrels_problems
-- Problems of the given qrels (the table given_qrels), one sentence per problem; that they judge nothing of the
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

-- name: run_problems
-- Problems of the given run (the table given_run), one sentence per problem. Variable `tie_rule`: the rule asked for.
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

-- name: swapped
-- One row where the given run may be qrels and the given qrels a run (the tables given_run and given_qrels): all scores
-- are whole numbers, few of them, as grades are, and the grades reach above them and put the documents of every query
-- in order without a tie, or are many.
with scores as (
    select
        count(distinct given_run.score) as num_values,
        max(given_run.score) as highest,
    from given_run
    having bool_and(given_run.score % 1 = 0) and num_values <= 6
),

by_query as (
    select
        count(*) as num_judged,
        count(distinct given_qrels.relevance) as num_grades,
    from given_qrels
    group by given_qrels.query_id
),

grades as (
    select
        max(given_qrels.relevance) as highest,
        count(distinct given_qrels.relevance) as num_values,
        (
            select bool_and(by_query.num_judged = by_query.num_grades) and max(by_query.num_judged) > 1
            from by_query
        ) as is_order,
    from given_qrels
)

select true as is_odd,
from scores
cross join grades
where grades.highest > scores.highest and (grades.is_order or grades.num_values > 10);

-- name: publish
-- The given frames as one collection of the database in memory. Variable `run_depth`: that of the collection which the qrels
-- name, null where they name none.
insert into main.collections by name
select
    getvariable('collection') as collection,
    'frames' as edition,
    'frames' as task,
    getvariable('collection') as query_set,
    getvariable('min_relevance') as min_relevance,
    getvariable('run_depth')::integer as run_depth,
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
