-- Rows are read only for answers with a score that is not finite according to staging.answers.
with suspects as materialized (
    select
        rankings.file_id,
        rankings.line,
        rankings.query_id,
        rankings.doc_id,
        rankings.score,
    from staging.ranking_lines as rankings
    semi join staging.answers as answers
        on answers.file_id = rankings.file_id
        and answers.query_id is not distinct from rankings.query_id
        and answers.num_not_finite > 0
)

select
    file_id,
    line,
    'score ' || score || ' of topic ' || query_id || ', document ' || doc_id as detail,
from suspects
where score is not null and not coalesce(isfinite(try_cast(score as float)), false)
order by file_id, line
