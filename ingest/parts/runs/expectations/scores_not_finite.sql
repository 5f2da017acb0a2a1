select
    rankings.file_id,
    rankings.line,
    'score ' || rankings.score || ' of topic ' || rankings.query_id || ', document ' || rankings.doc_id as detail,
from staging.ranking_lines as rankings
inner join staging.answers as answers
    on answers.file_id = rankings.file_id
    and answers.query_id is not distinct from rankings.query_id
    and answers.num_not_finite > 0
where rankings.score is not null and not coalesce(isfinite(try_cast(rankings.score as float)), false)
order by rankings.file_id, rankings.line
