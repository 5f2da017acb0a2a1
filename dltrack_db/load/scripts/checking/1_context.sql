-- Facts on the collections in the database attached as dltrack: topics, judged topics, ids of complete corpora, facts on runs of
-- the same names, and the teams that have runs.
insert into main.queries by name
select queries.query_set, queries.query_id, queries.text
from dltrack.main.queries as queries
where queries.query_set in (select query_set from memory.staging.collections);

insert into main.exclusions by name
select exclusions.collection, exclusions.source, exclusions.query_id, exclusions.doc_id
from dltrack.main.exclusions as exclusions
where exclusions.collection in (select collection from memory.staging.collections);

insert into main.qrels by name
select qrels.collection, qrels.variant, qrels.query_id, qrels.doc_id, qrels.relevance, qrels.iteration
from dltrack.main.qrels as qrels
where qrels.collection in (select collection from memory.staging.collections);

insert into systems.complete_corpora by name
select complete.corpus
from dltrack.systems.complete_corpora as complete;

insert into systems.corpus_ids by name
with complete_collections as (
    select
        collections.collection,
        collections.corpus,
    from memory.staging.collections as collections
    inner join systems.complete_corpora as complete on complete.corpus = collections.corpus
),

asked as (
    select distinct
        corpus.stem(rankings.doc_id) as stem,
        corpus.key(rankings.doc_id) as key,
    from memory.staging.rankings as rankings
    inner join memory.staging.files as files on files.file_id = rankings.file_id
    semi join complete_collections as complete on complete.collection = files.collection
)

select
    ids.corpus,
    ids.stem,
    ids.key,
from dltrack.systems.corpus_ids as ids
semi join asked on asked.stem = ids.stem and asked.key = ids.key
where ids.corpus in (select complete.corpus from complete_collections as complete);

insert into memory.staging.runs by name
select
    runs.collection,
    runs.run_id,
    runs.team,
from dltrack.main.runs as runs
where
    (runs.collection, runs.run_id) in (select (files.collection, files.name) from memory.staging.files as files)
    and (runs.collection, runs.run_id) not in (select (described.collection, described.run_id) from memory.staging.runs as described);

insert into systems.ranked_teams by name
select
    teams.collection,
    teams.team,
from dltrack.systems.ranked_teams as teams
where teams.collection in (select collections.collection from memory.staging.collections as collections);
