-- Scores by judges: what a file says is replaced as a whole.
delete from main.judge_scores
where (collection, judge, source) in (
    select (files.collection, score_sets.judge, score_sets.source)
    from memory.staging.score_sets as score_sets
    inner join memory.staging.files as files on files.file_id = score_sets.file_id
    where score_sets.judge is not null
);

insert into main.judge_scores by name
select
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
