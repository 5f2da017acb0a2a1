-- Every run of the collections at hand: described ones, loaded ones, or both.
delete from main.runs where collection in (select collection from memory.staging.collections);

insert into main.runs by name
select * replace (coalesce(loaded.is_submission, false) or described.run_id is not null as is_submission),
from memory.staging.runs as described
full outer join memory.staging.known_runs as loaded using (collection, run_id); -- noqa: ST07
