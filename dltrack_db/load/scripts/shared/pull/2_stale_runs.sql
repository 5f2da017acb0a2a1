-- The loaded runs of the collections whose labels or conventions this load changes (temp.stale_collections): they are
-- scored again. Runs that this load replaces stay away.
insert into slice.main.run_topics by name
from lake.main.run_topics
where
    collection in (select collection from temp.stale_collections)
    and (collection, run_id) not in (select (collection, name) from memory.staging.files where part = 'runs');

insert into slice.store.rankings by name
from lake.store.rankings as rankings
where rankings.answer_id in (select answer_id from slice.main.run_topics);
