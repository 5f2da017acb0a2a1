select
    rankings.file_id,
    coalesce(rankings.line, rankings.rowid - files.first_row + 1) as line,
    'score ' || rankings.score || ' of topic ' || rankings.query_id || ', document ' || rankings.doc_id as detail,
from staging.rankings as rankings
inner join staging.files as files on files.file_id = rankings.file_id
where
    rankings.score is not null
    and (not isfinite(rankings.score) or coalesce(not isfinite(try_cast(rankings.score as float)), true))
order by rankings.file_id, line
