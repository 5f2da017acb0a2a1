-- The runs that the collection in variable `home` knows, loaded or described, and whether each was submitted to the track.
select run_id, is_submission
from main.runs
where collection = getvariable('home')
order by run_id;
