select
    file_id,
    line,
    coalesce(problem, 'level ' || level) as detail,
from staging.hardness
where problem is not null or level not between 1 and 5
order by file_id, line
