-- Scores by judges, as rows of main.judge_scores.
select
    scores.file_id,
    files.collection,
    score_sets.judge,
    score_sets.model,
    scores.run_id,
    scores.query_id,
    scores.measure,
    scores.value,
    score_sets.source,
from memory.staging.scores as scores
inner join memory.staging.files as files on files.file_id = scores.file_id
inner join memory.staging.score_sets as score_sets on score_sets.file_id = scores.file_id
where score_sets.judge is not null;
