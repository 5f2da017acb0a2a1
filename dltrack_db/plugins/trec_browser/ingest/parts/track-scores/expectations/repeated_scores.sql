select
    printed.file_id,
    max(printed.line) as line,
    printed.measure || ' of run ' || printed.run_id || ', summary ' || printed.summary
    || ', ' || count(*) || ' times' as detail,
from staging.track_scores as printed
where printed.problem is null
group by printed.file_id, printed.run_id, printed.summary, printed.labels, printed.block, printed.measure
having count(*) > 1
order by printed.file_id, line
