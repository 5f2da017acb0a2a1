-- Lines that could be read; of others their problem is told.
select
    rankings.file_id,
    coalesce(rankings.line, rankings.rowid - files.first_row + 1) as line,
    'no query' as detail,
from staging.rankings as rankings
inner join staging.files as files on rankings.file_id = files.file_id
where rankings.query_id is null and rankings.problem is null
order by rankings.file_id, line
