-- What the database attached as known tells of the collections at hand: topics, judged topics, ids of complete corpora, what is known
-- of the runs of the same names, and what other runs return.
insert into main.queries by name
select queries.query_set, queries.query_id, queries.text
from known.main.queries as queries
where queries.query_set in (select query_set from memory.staging.collections);

insert into main.qrels by name
select qrels.collection, qrels.variant, qrels.query_id, qrels.doc_id, qrels.relevance, qrels.iteration
from known.main.qrels as qrels
where qrels.collection in (select collection from memory.staging.collections);

insert into systems.complete_corpora by name
select complete.corpus
from known.systems.complete_corpora as complete;

insert into systems.corpus_ids by name
with asked as (
    select distinct
        corpus.stem(rankings.doc_id) as stem,
        corpus.key(rankings.doc_id) as key,
    from memory.staging.rankings as rankings
)

select
    ids.corpus,
    ids.stem,
    ids.key,
from known.systems.corpus_ids as ids
semi join asked on asked.stem = ids.stem and asked.key = ids.key
where ids.corpus in (
    select collections.corpus
    from memory.staging.collections as collections
    inner join systems.complete_corpora as complete on complete.corpus = collections.corpus
);

insert into memory.staging.runs by name
select
    runs.collection,
    runs.run_id,
    runs.team,
from known.main.runs as runs
where
    (runs.collection, runs.run_id) in (select (files.collection, files.name) from memory.staging.files as files)
    and (runs.collection, runs.run_id) not in (select (described.collection, described.run_id) from memory.staging.runs as described);

insert into systems.ranked_teams by name
select
    teams.collection,
    teams.team,
from known.systems.ranked_teams as teams
where teams.collection in (select collections.collection from memory.staging.collections as collections);

-- two teams of each item tell whether another one returns it
insert into systems.returned_items by name
select
    items.collection,
    items.query_id,
    items.doc_id,
    unnest(list_distinct([min(items.team), max(items.team)])) as team,
from known.systems.returned_items as items
semi join memory.staging.rankings as rankings on rankings.query_id = items.query_id and rankings.doc_id = items.doc_id
where
    items.collection in (
        select collections.collection
        from memory.staging.collections as collections
        anti join systems.complete_corpora as complete on complete.corpus = collections.corpus
    )
group by items.collection, items.query_id, items.doc_id;
