-- Scoring of data frames (score/in_memory.py).

-- name: take_run
-- The rows of a run (the view given_rows) as they come, without the texts that repeat: the table given_lines. Rows of
-- one run and topic that stand together are a block, and have its number in place of both names; windows without an order
-- see them in one pass, and tell whether each stands ahead of the next under variable `tie_rule` (metrics.is_ahead).
create temp table given_lines as
with compared as (
    select
        given.*,
        row_number() over () as position,
        (
            given.run_id is distinct from lag(given.run_id) over ()
            or given.query_id is distinct from lag(given.query_id) over ()
        ) as is_first,
        metrics.is_ahead(
            getvariable('tie_rule'),
            lag(given.rank) over (),
            lag(given.score) over (),
            lag(given.doc_id) over (),
            given.rank,
            given.score,
            given.doc_id
        ) as is_next,
    from given_rows as given
)

select
    (count(*) filter (where compared.is_first) over (rows unbounded preceding))::integer as block, -- noqa: PRS
    compared.position,
    case when compared.is_first then compared.run_id end as run_id,
    case when compared.is_first then compared.query_id end as query_id,
    compared.doc_id,
    compared.score,
    compared.rank,
    -- null where a name is missing
    case
        when compared.query_id is not null and compared.doc_id is not null
            then hash(compared.query_id, compared.doc_id)
    end as topic_document,
    compared.is_first or coalesce(compared.is_next, false) as is_in_order,
from compared;

-- the first row of a block has its names
create temp table given_blocks as
with blocks as (
    select
        given_lines.block,
        any_value(given_lines.run_id) as run_id,
        any_value(given_lines.query_id) as query_id,
        min(given_lines.position) as first_position,
        count(*) as num_rows,
        min(given_lines.score) as lowest,
        max(given_lines.score) as highest,
        bool_and(given_lines.is_in_order) as is_in_order,
    from given_lines
    group by given_lines.block
),

answers as (
    select
        blocks.run_id,
        blocks.query_id,
        bool_and(blocks.is_in_order) and count(*) = 1 as is_in_order,
        row_number() over (order by blocks.run_id, blocks.query_id) as answer_id,
        dense_rank() over (order by blocks.run_id) as run_number,
    from blocks
    group by blocks.run_id, blocks.query_id
)

select
    blocks.block,
    blocks.run_id,
    blocks.query_id,
    blocks.first_position,
    blocks.num_rows,
    blocks.lowest,
    blocks.highest,
    -- of the whole answer, which may have several blocks
    answers.is_in_order,
    answers.answer_id,
    answers.run_number,
from blocks
inner join answers
    on blocks.run_id is not distinct from answers.run_id and blocks.query_id is not distinct from answers.query_id;

create temp view given_run as
select
    given_blocks.run_id,
    given_blocks.query_id,
    given_lines.doc_id,
    given_lines.score,
    given_lines.rank,
from given_lines
inner join given_blocks on given_lines.block = given_blocks.block;

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
-- Problems of the given qrels (the table given_qrels), one sentence per problem.
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
-- A sentence where the given qrels (the table given_qrels) judge nothing of the given run (given_blocks).
select 'no query of the run is judged; are the query ids of run and qrels the same?' as problem,
from given_blocks
where given_blocks.query_id in (select given_qrels.query_id, from given_qrels)
having count(*) = 0 and exists (select answered.block, from given_blocks as answered);

-- name: run_problems
-- Problems of the given run (the tables of take_run), one sentence per problem. Variable `tie_rule`: the rule asked for.
-- Only where a topic has two rows with one hash in a run are the documents themselves compared. The hashes of few runs are
-- counted answer by answer; of many, which mostly have the same documents, each run is a bit of a number, so that their
-- documents are grouped as those of one.
with
few_runs as (
    select
        given_blocks.block,
        given_blocks.answer_id,
    from given_blocks
    where (select max(numbered.run_number) <= 8 from given_blocks as numbered)
),

many_runs as (
    select
        given_blocks.block,
        given_blocks.run_number,
    from given_blocks
    where (select max(numbered.run_number) > 8 from given_blocks as numbered)
),

suspected as (
    select unnest(list(given_lines.topic_document)) as topic_document,
    from given_lines
    inner join few_runs on given_lines.block = few_runs.block
    group by few_runs.answer_id
    having list_unique(list(given_lines.topic_document)) < count(given_lines.topic_document)
    union all
    select given_lines.topic_document,
    from given_lines
    inner join many_runs on given_lines.block = many_runs.block
    where given_lines.topic_document is not null
    group by given_lines.topic_document, many_runs.run_number // 64
    having bit_count(bit_or(1::ubigint << (many_runs.run_number % 64))) < count(*)
),

run_repeats as (
    select
        given_lines.doc_id,
        any_value(given_blocks.query_id) as query_id,
    from given_lines
    inner join given_blocks on given_lines.block = given_blocks.block
    where given_lines.topic_document in (select suspected.topic_document, from suspected)
    group by given_blocks.answer_id, given_lines.doc_id
    having count(*) > 1
),

problems as (
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
        || min(run_repeats.doc_id || ' for query ' || run_repeats.query_id),
    from run_repeats
    having count(*) > 0
    union all
    select 'the run has ' || count(*) || ' rows without a rank; the tie rule submitted needs the column rank',
    from given_lines
    where getvariable('tie_rule') = 'submitted' and given_lines.rank is null
    having count(*) > 0
)

select problem,
from problems;

-- name: swapped
-- One row where the given run may be qrels and the given qrels a run (the tables given_lines and given_qrels): all scores
-- are whole numbers, few of them, as grades are, and the grades reach above them and put the documents of every query
-- in order without a tie, or are many. Most runs have more scores than that in their first rows: then no others are counted.
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
-- The given qrels as a collection of the database in memory. Variables: `collection`, its name, `min_relevance`, `tie_rule`;
-- `run_depth`, that of the collection which the qrels name, null where they name none.
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
-- The given run as one of this collection. Variable: `collection`.
insert into main.runs by name
select distinct
    getvariable('collection') as collection,
    given_blocks.run_id,
    false as is_submission,
from given_blocks;

insert into main.run_topics by name
select
    getvariable('collection') as collection,
    given_blocks.run_id,
    given_blocks.query_id,
    sum(given_blocks.num_rows) as num_ret,
    given_blocks.answer_id,
from given_blocks
group by given_blocks.run_id, given_blocks.query_id, given_blocks.answer_id
union all
-- a run without a line answers no topic, and is scored
select getvariable('collection') as collection, 'run' as run_id, '' as query_id, 0 as num_ret, 1 as answer_id,
where not exists (select given_blocks.block, from given_blocks);

create temp table score_ranges as
select
    given_blocks.run_id,
    given_blocks.query_id,
    sum(given_blocks.num_rows) as num_ret,
    min(given_blocks.lowest) as lowest,
    max(given_blocks.highest) as highest,
from given_blocks
group by given_blocks.run_id, given_blocks.query_id;

-- only rankings that do not stand in order are sorted, and only where they are asked for
create temp view given_places as
select
    given_lines.position,
    metrics.place(
        given_blocks.answer_id, getvariable('tie_rule'), given_lines.rank, given_lines.score, given_lines.doc_id
    ) as sorted_rank,
from given_lines
inner join given_blocks on given_lines.block = given_blocks.block
where not given_blocks.is_in_order;

-- name: rankings
-- All rows of the given run, for measures that read them; where no rank is given, the position stands in for it.
insert into store.rankings by name
select
    given_blocks.answer_id,
    given_lines.doc_id,
    coalesce(given_lines.rank, given_places.sorted_rank, given_lines.position - given_blocks.first_position + 1)
        as submitted_rank,
    given_lines.score,
    coalesce(given_places.sorted_rank, given_lines.position - given_blocks.first_position + 1) as rank,
from given_lines
inner join given_blocks on given_lines.block = given_blocks.block
left join given_places on given_lines.position = given_places.position;

-- name: judged_rankings
-- The rows of main.judged_rankings by the order of the tie rule of variable `tie_rule`, as in block `judged_rankings` of
-- scores.sql, found by their hashes and then held against the documents.
insert into main.judged_rankings by name
with judged as materialized (
    select
        given_lines.block,
        given_lines.position,
        given_lines.doc_id as given_doc_id,
        qrels.collection,
        qrels.variant,
        qrels.query_id,
        qrels.doc_id,
        qrels.relevance,
        qrels.gain,
    from given_lines
    inner join main.qrels as qrels on given_lines.topic_document = hash(qrels.query_id, qrels.doc_id)
),

-- not joined as a whole: most of them are not judged
places as (
    select
        given_places.position,
        given_places.sorted_rank,
    from given_places
    where given_places.position in (select judged.position, from judged)
)

select
    judged.collection,
    judged.variant,
    given_blocks.run_id,
    judged.query_id,
    judged.doc_id,
    coalesce(places.sorted_rank, judged.position - given_blocks.first_position + 1) as rank,
    judged.relevance,
    given_blocks.answer_id,
    rank as rank_double,
    rank as rank_submitted,
    rank as rank_ascending,
    judged.gain,
from judged
inner join given_blocks on judged.block = given_blocks.block and judged.query_id = given_blocks.query_id
left join places on judged.position = places.position
where judged.given_doc_id = judged.doc_id
order by judged.variant, given_blocks.answer_id, rank;

-- name: unjudged_runs
-- The runs of which not one item is judged: all of their values are 0, whatever they return. Empty runs are none of them.
select distinct run_topics.run_id
from main.run_topics as run_topics
anti join main.judged_rankings as judged_rankings on run_topics.run_id = judged_rankings.run_id
where run_topics.num_ret > 0
order by run_topics.run_id;

-- name: empty
-- Takes what a call put into the database out of it, for the next call.
drop view given_places;
drop table given_qrels;
drop table given_qrels_rows;
drop table score_ranges;

-- name: empty_run
-- Takes the given run out of it, for the next.
drop view given_run;
drop view given_rows;
drop table given_lines;
drop table given_blocks;
drop table if exists given_run_rows;

-- name: tables
-- What makes each table anew that a call fills. One whose rows are deleted keeps their statistics, by which DuckDB would
-- plan the next call otherwise and add up its values in another order.
select 'create or replace table' || substr(tables.sql, length('create table') + 1) as statement
from duckdb_tables() as tables
where
    tables.database_name = 'memory'
    and tables.schema_name || '.' || tables.table_name in (
        'main.collections', 'main.qrels', 'main.subtopic_qrels', 'main.runs', 'main.run_topics', 'store.rankings',
        'main.judged_rankings', 'main.query_scores'
    );
