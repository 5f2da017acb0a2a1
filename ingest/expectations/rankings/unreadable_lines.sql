select file_id, line, problem as detail
from staging.rankings
where problem is not null and file_id in (select file_id from staging.answers where num_problems > 0)
order by file_id, line
