-- Lines that could be read; of others their problem is told.
select file_id, line, 'no query' as detail
from staging.ranking_lines
where query_id is null and problem is null
order by file_id, line
