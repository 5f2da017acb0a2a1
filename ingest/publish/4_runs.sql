-- Every run of the collections at hand: described ones, loaded ones, or both.
delete from main.runs where collection in (select collection from memory.staging.collections);

insert into main.runs
select
    coalesce(described.collection, loaded.collection) as collection,
    coalesce(described.run_id, loaded.run_id) as run_id,
    loaded.tag,
    described.team,
    described.subtask,
    described.category,
    described.stage,
    described.dense,
    described.in_overview,
    coalesce(loaded.is_submission, false) or described.run_id is not null as is_submission,
    described.submitted_on,
    described.submitted_md5,
    loaded.source_file,
    loaded.source_md5,
from memory.staging.runs as described
full outer join memory.staging.known_runs as loaded
    on loaded.collection = described.collection and loaded.run_id = described.run_id;
