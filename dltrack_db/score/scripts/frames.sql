-- Scoring of data frames (score/in_memory.py).

-- name: subtopics
-- Copies the iterations of given_qrels to the column subtopic, unless this column has values, in one of two cases: a document
-- of a query has several iterations, and all iterations can be subtopics (labels.is_subtopic); or measures by subtopic are
-- requested (variable `has_subtopics`), and there are several iterations.
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
-- One row for each item of the run in variable `run_id`, as a line of a run file: topic, Q0, document, rank, score, tag. If
-- there is no rank column, the rank is computed with the tie rule in variable `tie_rule`.
with placed as (
    select
        given_blocks.query_id,
        given_lines.doc_id,
        given_lines.score,
        coalesce(
            given_lines.rank,
            metrics.place(
                given_blocks.answer_id, getvariable('tie_rule'), given_lines.rank, given_lines.score, given_lines.doc_id
            )
        ) as rank,
    from given_lines
    inner join given_blocks on given_lines.block = given_blocks.block
    where given_blocks.run_id = getvariable('run_id')
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
-- One row for each problem of the qrels in given_qrels, as a sentence.
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
)

select problem,
from problems;

-- name: unjudged_problems
-- A message if the qrels in given_qrels judge no topic of the run in taken_answers; else no row.
select 'no query of the run is judged; check that run and qrels use the same query ids' as problem,
from taken_answers as taken
where taken.query_id in (select given_qrels.query_id, from given_qrels)
having count(*) = 0 and exists (select answered.query_id, from taken_answers as answered);

-- name: run_problems
-- One row for each problem of the run in given_lines and given_repeats, as a sentence. Variable `tie_rule`: the requested tie
-- rule.
with problems as (
    select 'the run has ' || count(*) || ' rows with an empty query_id, doc_id or score' as problem,
    from given_lines
    where given_lines.topic_document is null or given_lines.score is null
    having count(*) > 0
    union all
    select 'the run has ' || count(*) || ' scores that are not finite numbers',
    from given_lines
    where not isfinite(given_lines.score)
    having count(*) > 0
    union all
    select
        'the run names ' || count(*) || ' documents more than once for a query, for example '
        || min(given_repeats.doc_id || ' for query ' || given_repeats.query_id),
    from given_repeats
    having count(*) > 0
    union all
    select 'the run has ' || count(*) || ' rows without a rank, but the tie rule ''submitted'' needs the column rank',
    from given_lines
    where getvariable('tie_rule') = 'submitted' and given_lines.rank is null
    having count(*) > 0
)

select problem,
from problems;

-- name: is_sound
-- Whether a run that was read in slices has a judged topic, and is certainly not swapped with the qrels (block `swapped`).
select
    (select count(distinct given_lines.score) > 6 from given_lines)
    and exists (
        select 1
        from taken_answers as taken
        where taken.query_id in (select given_qrels.query_id from given_qrels)
    ) as is_sound;

-- name: swapped
-- One row if run and qrels may be swapped, i.e. given_lines may be qrels and given_qrels may be a run. The conditions are:
--   * the scores are at most six different whole numbers, like grades;
--   * the highest grade is above the highest score;
--   * the grades order the documents of every query without ties, or there are more than ten different grades.
-- If the first rows of a run have more than six different scores, as in most runs, the other rows are not counted.
with first_scores as (
    select given_lines.score,
    from given_lines
    where given_lines.position <= 2000
),

scores as (
    select
        count(distinct given_lines.score) as num_values,
        max(given_lines.score) as highest,
    from given_lines
    where (select count(distinct first_scores.score) <= 6, from first_scores)
    having bool_and(given_lines.score % 1 = 0) and num_values <= 6
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

-- name: publish_labels
-- Adds given_qrels to the database in memory as a collection. Variables: `collection` (its name), `min_relevance`, `tie_rule`,
-- `run_depth` (of the official collection that the qrels come from; null if unknown).
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

-- name: publish_run
-- Adds the run in taken_answers to the collection in variable `collection`. A run without rows is also added; it answers no
-- topic.
insert into main.runs by name
select distinct
    getvariable('collection') as collection,
    taken.run_id,
    false as is_submission,
from taken_answers as taken;

insert into main.run_topics by name
select getvariable('collection') as collection, 'run' as run_id, '' as query_id, 0 as num_ret, 1 as answer_id,
where not exists (select taken.query_id, from taken_answers as taken);

create or replace temp view score_ranges as
select
    taken.run_id,
    taken.query_id,
    taken.num_ret,
    taken.lowest,
    taken.highest,
from taken_answers as taken;

-- name: unjudged_runs
-- Ids of the runs without a judged item, which score 0 in all measures. Empty runs are not included.
select distinct run_topics.run_id
from main.run_topics as run_topics
anti join main.judged_rankings as judged_rankings on run_topics.run_id = judged_rankings.run_id
where run_topics.num_ret > 0
order by run_topics.run_id;

-- name: empty
-- Drops the tables with the qrels of a call, before the next call.
drop table given_qrels;
drop table given_qrels_rows;

-- name: empty_run
-- Drops the tables and views with the run of a call, before the next run.
drop view if exists score_ranges;
drop view given_places;
drop view given_rows;
drop view taken_answers;
drop view taken_judged;
drop table given_lines;
drop table given_blocks;
drop table given_repeats;
drop table if exists given_run_rows;

-- name: tables
-- Statements that create again the tables that a call fills. Deleting the rows is not enough, because tables keep statistics of
-- deleted rows: DuckDB would plan the next call differently, and add up values in another order.
select 'create or replace table' || substr(tables.sql, length('create table') + 1) as statement
from duckdb_tables() as tables
where
    tables.database_name = 'memory'
    and tables.schema_name || '.' || tables.table_name in (
        'main.collections', 'main.qrels', 'main.subtopic_qrels', 'main.runs', 'main.run_topics', 'store.rankings',
        'main.judged_rankings', 'main.query_scores'
    );
