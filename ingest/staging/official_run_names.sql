-- Names the run of each score: by default the name of the file. For a run with several names, the name in main.runs.
update staging.scores
set run_id = regexp_extract(score_sets.source, '[^/]+$')
from staging.score_sets as score_sets
where score_sets.file_id = scores.file_id and scores.run_id is null;

update staging.scores
set run_id = run_names.run_id
from staging.files as files
inner join read_csv(getvariable('run_names'), header = true, all_varchar = true) as run_names
    on run_names.collection = files.collection
where files.file_id = scores.file_id and scores.run_id = run_names.other_name;
