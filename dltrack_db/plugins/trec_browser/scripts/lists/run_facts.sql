select
    listed.edition || '/' || listed.track as collection,
    5 as part,
    unnest(['team', 'type', 'task', 'submitted on', 'md5 of the submitted file', 'address at NIST', 'address of the summary at NIST']) as name,
    unnest([
        listed.team,
        listed.type,
        nullif(listed.task, ''),
        listed.submitted_on::varchar,
        listed.submitted_md5,
        listed.url,
        listed.summary_url,
    ]) as value,
from main.track_runs as listed
where listed.run_id = getvariable('name')
union all
select
    printed.edition || '/' || printed.track as collection,
    6 as part,
    printed.measure || ' (' || concat_ws(', ', printed.summary, nullif(printed.labels, '')) || ')' as name,
    printed.value::varchar as value,
from main.track_scores as printed
where printed.run_id = getvariable('name')
