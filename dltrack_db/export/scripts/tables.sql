-- Queries for an export as Parquet or CSV: each block is written to a file with the name of the block.

-- name: collections
-- The rows of main.collections that belong to the collections in variable `collections`.
select collections.*,
from main.collections
where list_contains(getvariable('collections'), collections.collection)
order by collections.collection;

-- name: qrels
-- The rows of main.qrels that belong to the collections in variable `collections`.
select qrels.*,
from main.qrels
where list_contains(getvariable('collections'), qrels.collection)
order by qrels.collection, qrels.variant, qrels.query_id, qrels.doc_id;

-- name: queries
-- The rows of main.queries that belong to the topic sets of the collections in variable `collections`.
select queries.*,
from main.queries
where
    queries.query_set in (
        select collections.query_set,
        from main.collections
        where list_contains(getvariable('collections'), collections.collection)
    )
order by queries.query_set, queries.query_id;

-- name: query_scores
-- The rows of main.query_scores that belong to the collections in variable `collections`.
select query_scores.*,
from main.query_scores
where list_contains(getvariable('collections'), query_scores.collection)
order by query_scores.collection, query_scores.run_id, query_scores.query_id, query_scores.measure;

-- name: rankings
-- The rows of main.rankings that belong to the collections in variable `collections`, sorted by collection, run, topic and
-- rank. Sorting by answer numbers takes half the time of sorting by names.
with answers as (
    select
        run_topics.collection,
        run_topics.run_id,
        run_topics.query_id,
        row_number() over (
            order by run_topics.collection, run_topics.run_id, run_topics.query_id
        ) as position,
    from main.run_topics as run_topics
    where list_contains(getvariable('collections'), run_topics.collection)
)

select rankings.*,
from main.rankings as rankings
inner join answers
    on answers.collection = rankings.collection
    and answers.run_id = rankings.run_id
    and answers.query_id = rankings.query_id
order by answers.position, rankings.rank;

-- name: runs
-- The rows of main.runs that belong to the collections in variable `collections`.
select runs.*,
from main.runs
where list_contains(getvariable('collections'), runs.collection)
order by runs.collection, runs.run_id;

-- name: subtopic_qrels
-- The rows of main.subtopic_qrels that belong to the collections in variable `collections`.
select subtopic_qrels.*,
from subtopic_qrels
where list_contains(getvariable('collections'), subtopic_qrels.collection)
order by
    subtopic_qrels.collection,
    subtopic_qrels.variant,
    subtopic_qrels.query_id,
    subtopic_qrels.subtopic,
    subtopic_qrels.doc_id;
