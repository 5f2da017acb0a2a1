-- The topics on which two runs differ, those that moved most first.
-- Variables: `run_a`, `run_b`, `depth`, `collection`, `shown` (how many topics; null for all).
select moved.* exclude (collection)
from systems.moved_topics(getvariable('run_a'), getvariable('run_b'), depth := getvariable('depth')) as moved
where moved.collection = getvariable('collection')
order by abs(moved.difference) desc nulls last, moved.new_items desc, moved.query_id asc
limit getvariable('shown')
