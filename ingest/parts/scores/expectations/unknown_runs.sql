select
    scores.file_id,
    min(scores.line) as line,
    'run ' || scores.run_id || ' is not a run of ' || files.collection as detail,
from staging.scores as scores
inner join staging.files as files on files.file_id = scores.file_id
where
    scores.problem is null
    and files.collection in (select collection from staging.runs)
    and (files.collection, scores.run_id) not in (select (collection, run_id) from staging.runs)
    and (files.collection, scores.run_id) not in (select (collection, run_id) from staging.known_runs)
    and (files.collection, scores.run_id) not in (select (collection, run_id) from staging.known_answers)
group by scores.file_id, scores.run_id, files.collection
order by scores.file_id, line, detail
