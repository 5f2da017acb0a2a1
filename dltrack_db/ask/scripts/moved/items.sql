-- What two runs retrieve for one topic. Variables: `run_a`, `run_b`, `query`, `depth`, `collection`.
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
order by least(moved.rank_a, moved.rank_b), moved.doc_id
