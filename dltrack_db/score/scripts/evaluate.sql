-- Scripts for scoring run files against a collection in a scratch database (score/evaluation.py).

-- name: tables
-- Creates the tables for the lines of files. `is_odd` marks lines that only the careful reader can check, and `problem` is the
-- reason why a line is malformed. The quick reader does not number the lines of runs.
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

-- facts about rankings whose items are not stored
create table evaluate.taken_answers (
    run_id varchar not null,
    query_id varchar not null,
    num_ret integer not null,
    lowest double,
    highest double,
    is_reordered boolean not null
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
-- Copies the data of the collection in variable `collection` that scoring needs from the attached database `loaded`: its
-- conventions, exclusions, descriptions of labels, and the label set in variable `variant` (null for the official one).
insert into main.collections by name
from loaded.main.collections
where collection = getvariable('collection');

insert into main.exclusions by name
from loaded.main.exclusions
where collection = getvariable('collection');

insert into main.qrels_variants by name
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
-- Copies the rankings of the run in variable `run_id` for the judged topics from the attached database `loaded`.
insert into main.run_topics by name
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
-- Copies the submitted scores of the run in variable `run_id` from the attached database `loaded`. They replace scores
-- computed from rankings if the rankings are not loaded (metrics.stand_in_scores).
insert into main.submitted_scores by name
select submitted_scores.*
from loaded.main.submitted_scores as submitted_scores
inner join main.collections as collections
    on submitted_scores.collection = collections.collection
    and submitted_scores.variant = collections.qrels_variant
where submitted_scores.run_id = getvariable('run_id');

-- name: copy_runs
-- Copies all runs of the collection from the attached database `loaded`, with their rankings for the judged topics or, if
-- these are not loaded, their submitted scores. Returns the ids of the runs with submitted scores.
insert into main.runs by name
from loaded.main.runs as runs
where runs.collection = getvariable('collection');

insert into main.run_topics by name
from loaded.main.run_topics as run_topics
where
    run_topics.collection = getvariable('collection')
    and run_topics.query_id in (select qrels.query_id from main.qrels as qrels);

insert into store.rankings by name
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

-- name: open
-- Sets the variables of the intake: the tie rule of the collection in variable `collection`, and the highest answer_id in this
-- database or in the database `loaded`, the source of copied runs.
set variable tie_rule = (
    select collections.tie_rule
    from main.collections as collections
    where collections.collection = getvariable('collection')
);

set variable answers_before = (
    select coalesce(max(numbered.answer_id), 0)
    from (
        select run_topics.answer_id from loaded.main.run_topics as run_topics
        union all
        select run_topics.answer_id from main.run_topics as run_topics
    ) as numbered
);

-- name: lines
-- One row for each line of a judged topic in evaluate.run_lines, with the columns of the intake.
select
    run_lines.run_id,
    run_lines.query_id,
    run_lines.doc_id,
    run_lines.score,
    run_lines.submitted_rank as rank,
    false as is_odd,
from evaluate.run_lines as run_lines
where run_lines.query_id in (select qrels.query_id from main.qrels as qrels);

-- name: keep_answers
-- Stores the facts that notes on runs need about rankings whose items are not stored. The rankings of runs without a judged
-- item are stored, so these runs are skipped.
insert into evaluate.taken_answers by name
select
    taken.run_id,
    taken.query_id,
    taken.num_ret,
    taken.lowest,
    taken.highest,
    (taken.run_id, taken.query_id) in (
        select (reordered.run_id, reordered.query_id) from taken_reordered as reordered
    ) as is_reordered,
from taken_answers as taken
where taken.run_id in (select judged.run_id from main.judged_rankings as judged);

-- name: only_unjudged
-- Deletes the rankings of runs with a judged item from the rows of the intake.
delete from given_blocks
where run_id in (select judged.run_id from main.judged_rankings as judged);

-- name: repeated
-- The first document that a run returns twice for a topic, with a message. If the document is 'Q0', which belongs into the
-- second column of a run, the columns are probably swapped.
select
    repeats.run_id,
    case
        when lower(repeats.doc_id) in ('q0', '0')
            then
            'columns 2 and 3 look swapped: the third is ' || repeats.doc_id || ', where the document should be; write query, Q0, '
            || 'document, rank, score and tag'
        else
            'document ' || repeats.doc_id || ' occurs twice for query ' || repeats.query_id || '; remove one of the lines'
    end as message,
from given_repeats as repeats
order by repeats.run_id, repeats.query_id, repeats.doc_id
limit 1;

-- name: foreign_runs
-- One row for each run in variable `runs` without a document id of the form `form` (a regular expression), with the message
-- that the run does not belong to the collection in variable `collection`.
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
    'no document id of the run has the form of ' || getvariable('collection') || ' (' || getvariable('form')
    || '); the first id is ''' || found.doc_id || '''; check that the run belongs to this collection' as told,
from found
order by found.run_id;

-- name: copy_texts
-- Copies from the attached database `loaded` the ids of those documents in main.rankings that the corpus in variable `corpus`
-- contains. The corpus is loaded completely.
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
-- Ids of the runs in variable `runs` without a judged item.
select run_topics.run_id
from main.run_topics as run_topics
where list_contains(getvariable('runs'), run_topics.run_id)
except
select judged_rankings.run_id
from main.judged_rankings as judged_rankings
order by run_id;

-- name: rename_scores
-- Copies submitted scores of the measure `stored` under its requested name `asked` (of ir_measures), if they have the requested
-- relevance level. Variables: `stored`, `asked`, `level` (null for the level of the labels).
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
-- One row for each run with only submitted scores, and the list of measures in variable `measures` without scores of the run.
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
-- One row for each given score, with its rank among the scores of submitted runs, and a sentence about the rank. Variables:
-- `collection`, and four lists with an entry for each score: `run_ids`, `labels` (requested names of the measures),
-- `measures` (stored names) and `scores`.
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
-- Whether a run that is not loaded may be the best among the submitted runs, as the end of a sentence. Variables: `collection`,
-- `measure`, `run_id`, `guests` (per-topic scores of the run, see statistics.run_pairs).
select
    case
        when verdicts.may_be_best then '; it may be best (at most '
        else '; significantly worse than ' || verdicts.beaten_by || ' (' || format('{:.3f}', verdicts.low) || ' to '
    end
    || format('{:.3f}', verdicts.high) || ' behind the best)' as sentence,
from statistics.compared_with_best([getvariable('measure')], guests := getvariable('guests')) as verdicts
where verdicts.collection = getvariable('collection') and verdicts.run_id = getvariable('run_id');
