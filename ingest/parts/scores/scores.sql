-- Official scores; the relevance level is null for measures that do not depend on it.
select
    scores.file_id,
    files.collection,
    score_sets.variant,
    scores.run_id,
    scores.query_id,
    scores.measure,
    case when not regexp_matches(scores.measure, '^R?ndcg') then score_sets.min_relevance end as min_relevance,
    scores.value,
    score_sets.source,
    precisions.decimals,
from memory.staging.scores as scores
inner join memory.staging.files as files on files.file_id = scores.file_id
inner join memory.staging.score_sets as score_sets on score_sets.file_id = scores.file_id
inner join memory.staging.score_precisions as precisions on precisions.file_id = scores.file_id
where score_sets.judge is null;
