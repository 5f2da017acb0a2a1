-- The comments that stood before the rows of the run of variables `collection` and `run_id`, in order.
select notes.value as line
from main.run_metadata as notes
where
    notes.collection = getvariable('collection')
    and notes.run_id = getvariable('run_id')
    and notes.source = 'header/' || getvariable('run_id')
order by notes.key;
