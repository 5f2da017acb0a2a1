-- Scoring of run files against a collection, in a scratch database (score/evaluation.py).

-- name: tables
-- The lines of the files at hand, as read; `is_odd` marks those that only the careful reader can judge, `problem` says why
-- one is refused. The quick reader does not number the lines of runs.
create schema if not exists evaluate;

create table evaluate.run_lines (
    run_id varchar not null,
    file_id integer not null,
    line bigint,
    position bigint,
    query_id varchar,
    doc_id varchar,
    submitted_rank integer,
    score double,
    tag varchar,
    is_odd boolean,
    problem varchar
);

create table evaluate.qrels_lines (
    line bigint,
    position bigint not null,
    query_id varchar,
    iteration varchar,
    doc_id varchar,
    relevance smallint,
    is_odd boolean,
    problem varchar
);

-- name: copy_collection
-- Copies what scoring needs of the collection of variable `collection` from the attached database `loaded`: its
-- conventions, what does not count, what is said of its labels, and the labels of variable `variant` (null for the official ones).
insert into main.collections by name
select *
from loaded.main.collections
where collection = getvariable('collection');

insert into main.exclusions by name
select *
from loaded.main.exclusions
where collection = getvariable('collection');

insert into main.qrels_variants by name
select *
from loaded.main.qrels_variants
where collection = getvariable('collection');

insert into main.qrels by name
select qrels.*
from loaded.main.qrels as qrels
inner join main.collections as collections
    on qrels.collection = collections.collection
    and qrels.variant = coalesce(getvariable('variant')::varchar, collections.qrels_variant);

insert into main.subtopic_qrels by name
select subtopic_qrels.*
from loaded.main.subtopic_qrels as subtopic_qrels
inner join main.collections as collections
    on subtopic_qrels.collection = collections.collection
    and subtopic_qrels.variant = coalesce(getvariable('variant')::varchar, collections.qrels_variant);

-- name: copy_run
-- Copies the run of variable `run_id` from the attached database `loaded`: its rankings for the judged topics.
insert into main.run_topics by name
select run_topics.*
from loaded.main.run_topics as run_topics
where
    run_topics.collection = getvariable('collection')
    and run_topics.run_id = getvariable('run_id')
    and run_topics.query_id in (select qrels.query_id from main.qrels as qrels);

insert into store.rankings by name
select rankings.*
from loaded.store.rankings as rankings
inner join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id
where run_topics.run_id = getvariable('run_id');

-- name: copy_scores
-- Copies the submitted scores of the run of variable `run_id` from the attached database `loaded`: they stand in for
-- rankings that are not loaded (metrics.stand_in_scores).
insert into main.submitted_scores by name
select submitted_scores.*
from loaded.main.submitted_scores as submitted_scores
inner join main.collections as collections
    on submitted_scores.collection = collections.collection
    and submitted_scores.variant = collections.qrels_variant
where submitted_scores.run_id = getvariable('run_id');

-- name: copy_runs
-- Copies all runs of the collection from the attached database `loaded`, with what is known of them: their rankings for the
-- judged topics, and the submitted scores of the others.
insert into main.runs by name
select runs.*
from loaded.main.runs as runs
where runs.collection = getvariable('collection');

insert into main.run_topics by name
select run_topics.*
from loaded.main.run_topics as run_topics
where
    run_topics.collection = getvariable('collection')
    and run_topics.query_id in (select qrels.query_id from main.qrels as qrels);

insert into store.rankings by name
select rankings.*
from loaded.store.rankings as rankings
semi join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id;

insert into main.submitted_scores by name
select submitted_scores.*
from loaded.main.submitted_scores as submitted_scores
inner join main.collections as collections
    on submitted_scores.collection = collections.collection
    and submitted_scores.variant = collections.qrels_variant
anti join main.run_topics as run_topics on submitted_scores.run_id = run_topics.run_id;

select distinct submitted_scores.run_id
from main.submitted_scores as submitted_scores
order by submitted_scores.run_id;

-- name: take_given
-- Takes the judged topics of the given run (the table given_run) for lines of files.
insert into evaluate.run_lines by name
select
    given_run.run_id,
    0 as file_id,
    given_run.query_id,
    given_run.doc_id,
    given_run.rank as submitted_rank,
    given_run.score,
from given_run
where given_run.query_id in (select qrels.query_id from main.qrels as qrels);

-- name: add_runs
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
    -- on from the numbers of the database that runs are copied from, and of runs added before
    (
        select coalesce(max(numbered.answer_id), 0)
        from (
            select run_topics.answer_id from loaded.main.run_topics as run_topics
            union all
            select run_topics.answer_id from main.run_topics as run_topics
        ) as numbered
    )
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

-- name: forget_lines
-- Empties evaluate.run_lines for further runs.
delete from evaluate.run_lines;

-- name: repeated
-- The first document that a run returns twice for a topic, and what that means: Q0 is no document, but the second column of a
-- run. Only where two hash alike are the documents themselves compared.
with suspected as (
    select
        rankings.answer_id,
        hash(rankings.doc_id) as doc_hash,
    from store.rankings as rankings
    group by rankings.answer_id, doc_hash
    having count(*) > 1
),

repeated as (
    select
        rankings.answer_id,
        rankings.doc_id,
    from store.rankings as rankings
    semi join suspected on rankings.answer_id = suspected.answer_id
    group by rankings.answer_id, rankings.doc_id
    having count(*) > 1
)

select
    run_topics.run_id,
    case
        when lower(repeated.doc_id) in ('q0', '0')
            then
            'columns 2 and 3 look swapped: the third is ' || repeated.doc_id || ', where the document should be; write query, Q0, '
            || 'document, rank, score and tag'
        else
            'document ' || repeated.doc_id || ' occurs twice for query ' || run_topics.query_id || '; remove one of the lines'
    end as told,
from repeated
inner join main.run_topics as run_topics on repeated.answer_id = run_topics.answer_id
order by run_topics.run_id, run_topics.query_id, repeated.doc_id
limit 1;

-- name: foreign_runs
-- Those of the runs of variable `runs` of which no document id is of the form `form`, with why they are refused by the
-- collection of variable `collection`.
with found as (
    select
        run_topics.run_id,
        min_by(rankings.doc_id, (rankings.answer_id, rankings.rank)) as doc_id,
    from store.rankings as rankings
    inner join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id
    where list_contains(getvariable('runs'), run_topics.run_id)
    group by run_topics.run_id
    having not bool_or(regexp_full_match(rankings.doc_id, getvariable('form')))
)

select
    found.run_id,
    'none of its document ids has the form of ' || getvariable('collection') || ' (' || getvariable('form')
    || '), the first is ''' || found.doc_id || '''; is it a run of another task?' as told,
from found
order by found.run_id;

-- name: copy_texts
-- Copies from the attached database `loaded` which documents of the runs at hand are in the corpus of variable `corpus`,
-- which is loaded completely.
insert into systems.complete_corpora by name
select getvariable('corpus') as corpus;

insert into systems.corpus_ids by name
with asked as (
    select distinct
        corpus.stem(rankings.doc_id) as stem,
        corpus.key(rankings.doc_id) as key,
    from main.rankings as rankings
)

select
    ids.corpus,
    ids.stem,
    ids.key,
from loaded.systems.corpus_ids as ids
semi join asked on asked.stem = ids.stem and asked.key = ids.key
where ids.corpus = getvariable('corpus');

-- name: unjudged_runs
-- Those of the runs of variable `runs` of which not one item is judged.
select run_topics.run_id
from main.run_topics as run_topics
where list_contains(getvariable('runs'), run_topics.run_id)
except
select judged_rankings.run_id
from main.judged_rankings as judged_rankings
order by run_id;

-- name: rename_scores
-- Has submitted scores under another name of their measure too (ir_measures'), where they count from the level asked for.
-- Variables: `stored`, `asked` (the names), `level` (null for that of the labels, or where grades are gains).
insert into main.submitted_scores by name
select scores.* replace (getvariable('asked') as measure, null as min_relevance)
from main.submitted_scores as scores
inner join main.collections as collections on scores.collection = collections.collection
where
    scores.measure = getvariable('stored')
    and coalesce(
        scores.min_relevance
        = coalesce(getvariable('level')::double, labels.level(collections.collection, collections.qrels_variant)),
        true
    );

-- name: missing_measures
-- Runs in use of which only submitted scores are loaded, and which of variable `measures` these do not have.
select
    asked.run_id,
    list(asked.measure order by asked.position) as missing_measures,
from (
    select
        submitted.run_id,
        unnest(getvariable('measures')) as measure,
        generate_subscripts(getvariable('measures'), 1) as position,
    from (select distinct submitted_scores.run_id from main.submitted_scores as submitted_scores) as submitted
) as asked
where
    (asked.run_id, asked.measure) not in (
        select (query_scores.run_id, query_scores.measure),
        from metrics.query_scores as query_scores
        where query_scores.provenance = 'submitted scores'
    )
group by asked.run_id
order by asked.run_id;

-- name: standings
-- Where scores of runs stand among the submitted ones, each with a sentence that says so. Variables: `collection`, and
-- of each score at the same position of `run_ids`, `labels` (what the measure was called), `measures`, `scores`.
with asked as (
    select
        unnest(getvariable('run_ids')::varchar[]) as run_id,
        unnest(getvariable('labels')::varchar[]) as label,
        unnest(getvariable('scores')::double[]) as score,
        unnest(range(1, len(getvariable('labels')) + 1)) as position,
)

select
    asked.run_id,
    asked.label as measure,
    standing.place,
    standing.num_runs,
    nullif(array_to_string(standing.tied_with, ', '), '') as tied_with,
    standing.provenance,
    systems.place_sentence(asked.label, asked.score, standing) as told,
from asked
inner join systems.places(
    getvariable('collection'), getvariable('measures')::varchar[], getvariable('scores')::double[], getvariable('run_ids')
) as standing
    on asked.position = standing.position
order by asked.run_id, asked.label;

-- name: verdict
-- Whether a run that is not loaded may be best among the submitted ones, as the end of a sentence. Variables: `collection`,
-- `measure`, `run_id`, `guests` (its scores, see statistics.run_pairs).
select
    case
        when verdicts.may_be_best then '; it may be best (at most '
        else '; significantly worse than ' || verdicts.beaten_by || ' (' || format('{:.3f}', verdicts.low) || ' to '
    end
    || format('{:.3f}', verdicts.high) || ' behind the best)' as sentence,
from statistics.compared_with_best([getvariable('measure')], guests := getvariable('guests')) as verdicts
where verdicts.collection = getvariable('collection') and verdicts.run_id = getvariable('run_id');
