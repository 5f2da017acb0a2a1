-- Search for data to drop or rename, and renaming (store/removal.py).

-- name: collections_sizes
-- The collections in variable `names`, with the number of rows that were loaded for each, according to the ledger.
select
    collections.collection,
    coalesce(sum(loads.measured_rows), 0)::bigint as num_rows,
from main.collections as collections
left join main.loads as loads on collections.collection = loads.collection
where list_contains(getvariable('names'), collections.collection)
group by collections.collection
order by collections.collection;

-- name: corpus_size
-- The corpus in variable `corpus` with the number of its stored rows, including unpublished rows; no row if the corpus does
-- not exist.
select
    corpora.corpus,
    coalesce(sum(members.num_stored), 0)::bigint as num_rows,
from store.corpora as corpora
left join store.members as members on corpora.load_no = members.load_no
where corpora.corpus = getvariable('corpus')
group by corpora.corpus;

-- name: run_homes
-- The collections that contain the loaded run in variable `run`, with the number of items in the run's rankings.
select runs.collection, coalesce(sum(run_topics.num_ret), 0)::bigint as ranking_rows
from main.runs as runs
left join main.run_topics as run_topics
    on runs.collection = run_topics.collection
    and runs.run_id = run_topics.run_id
where
    runs.run_id = getvariable('run')
    and runs.source_file is not null
group by runs.collection
order by runs.collection;

-- name: known_runs
-- All runs of the collection in variable `home`, loaded or only described; is_submission is true if the run was submitted to
-- the track.
select run_id, is_submission
from main.runs
where collection = getvariable('home')
order by run_id;

-- name: held_labels
-- The label sets of the collection in variable `home`, with the number of labels; is_official is true for the official set.
select qrels.variant, count(*) as num_labels, qrels.variant = any_value(collections.qrels_variant) as is_official
from main.qrels as qrels
inner join main.collections as collections on qrels.collection = collections.collection
where qrels.collection = getvariable('home')
group by qrels.variant
order by qrels.variant;

-- name: rename_run
-- Renames the run in variable `run` of the collection in variable `home` to variable `new_name`, in all rows that were loaded
-- or derived from the run's file. Published data about the run are not renamed.
update main.runs set run_id = getvariable('new_name')
where collection = getvariable('home') and run_id = getvariable('run');
update main.run_topics set run_id = getvariable('new_name')
where collection = getvariable('home') and run_id = getvariable('run');
update main.judged_rankings set run_id = getvariable('new_name')
where collection = getvariable('home') and run_id = getvariable('run');
update main.query_scores set run_id = getvariable('new_name')
where collection = getvariable('home') and run_id = getvariable('run');
update main.loads set name = getvariable('new_name')
where part = 'runs' and collection = getvariable('home') and name = getvariable('run');

-- name: rename_labels
-- Renames the label set in variable `labels` of the collection in variable `home` to variable `new_name`. Published scores
-- keep the old name of their labels.
update main.qrels set variant = getvariable('new_name')
where collection = getvariable('home') and variant = getvariable('labels');
update main.qrels_variants set variant = getvariable('new_name')
where collection = getvariable('home') and variant = getvariable('labels');
update main.subtopic_qrels set variant = getvariable('new_name')
where collection = getvariable('home') and variant = getvariable('labels');
update main.loads set name = getvariable('new_name')
where part = 'qrels' and collection = getvariable('home') and name = getvariable('labels');
