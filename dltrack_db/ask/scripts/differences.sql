-- Queries for differences between two runs (ask/differences.py).

-- name: items
-- One row per item that either run retrieves for a topic. Variables: `run_a`, `run_b`, `query`, `depth`, `collection`.
select
    moved.doc_id,
    moved.rank_a,
    moved.rank_b,
    moved.rank_change,
    moved.relevance,
    moved.is_judged,
    moved.text
from systems.moved(
    getvariable('run_a'), getvariable('run_b'), getvariable('query'), depth := getvariable('depth')
) as moved
where moved.collection = getvariable('collection')
order by least(moved.rank_a, moved.rank_b), moved.doc_id;

-- name: topics
-- One row per topic, largest difference between the two runs first.
-- Variables: `run_a`, `run_b`, `depth`, `collection`, `shown` (number of topics; null for all).
select moved.* exclude (collection)
from systems.moved_topics(getvariable('run_a'), getvariable('run_b'), depth := getvariable('depth')) as moved
where moved.collection = getvariable('collection')
order by abs(moved.difference) desc nulls last, moved.new_items desc, moved.query_id asc
limit getvariable('shown');
