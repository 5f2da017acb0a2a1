-- One row for each run of the collections in this load: runs with a description, runs with a loaded ranking, or both.
delete from main.runs where collection in (select collection from memory.staging.collections);

insert into main.runs by name
select
    collection,
    run_id,
    described.* exclude (collection, run_id, is_submission),
    loaded.* exclude (collection, run_id, is_submission),
    memory.staging.is_submission(described.is_submission, loaded.is_submission, collections.is_own) as is_submission,
from memory.staging.runs as described
full outer join memory.staging.known_runs as loaded using (collection, run_id) -- noqa: ST07
inner join memory.staging.collections as collections using (collection); -- noqa: ST07
