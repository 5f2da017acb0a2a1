-- The ten topics on which a run differs most from the best one. Variables: `collection`, `best`, `run`.
select
    moved.query_id,
    moved.text,
    moved.value_a,
    moved.value_b,
    moved.difference,
    moved.new_items,
from systems.moved_topics(getvariable('best'), getvariable('run')) as moved
where moved.collection = getvariable('collection')
order by abs(moved.difference) desc, moved.query_id
limit 10
