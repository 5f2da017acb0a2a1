select
    rankings.file_id,
    coalesce(rankings.line, rankings.rowid - files.first_row + 1) as line,
    'score ' || rankings.score || ' of topic ' || rankings.query_id || ', document ' || rankings.doc_id as detail,
from staging.rankings as rankings
inner join staging.answers as answers
    on answers.file_id = rankings.file_id
    and answers.query_id is not distinct from rankings.query_id
    and answers.num_not_finite > 0
inner join staging.files as files on files.file_id = rankings.file_id
where rankings.score is not null and not coalesce(isfinite(try_cast(rankings.score as float)), false)
order by rankings.file_id, line
