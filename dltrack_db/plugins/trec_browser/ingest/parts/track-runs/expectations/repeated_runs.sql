select
    listed.file_id,
    max(listed.line) as line,
    'run ' || listed.run_id || case when listed.task <> '' then ', task ' || listed.task else '' end || ', '
    || count(*) || ' times' as detail,
from staging.track_runs as listed
where listed.problem is null
group by listed.file_id, listed.run_id, listed.task
having count(*) > 1
order by listed.file_id, line
