with
scored as (
    select
        files.collection,
        coalesce(score_sets.judge, score_sets.variant) as variant,
        scores.file_id,
        scores.run_id,
        count(distinct scores.query_id) as num_topics,
    from staging.scores as scores
    inner join staging.files as files on files.file_id = scores.file_id
    inner join staging.score_sets as score_sets on score_sets.file_id = scores.file_id
    where scores.problem is null
    group by files.collection, coalesce(score_sets.judge, score_sets.variant), scores.file_id, scores.run_id
)

select
    scored.file_id,
    null::bigint as line,
    'run ' || scored.run_id || ' is scored on ' || scored.num_topics || ' topics, other runs on up to '
    || max(scored.num_topics) over (partition by scored.collection, scored.variant) as detail,
from scored
qualify scored.num_topics < max(scored.num_topics) over (partition by scored.collection, scored.variant)
order by scored.file_id, scored.run_id
