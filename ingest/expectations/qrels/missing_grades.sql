-- Lines that could be read; of others their problem is told.
select file_id, line, 'no grade' as detail
from staging.qrels
where relevance is null and problem is null
order by file_id, line
