-- Scores of earlier loads, by the judges in this load.
insert into staging.known_scores by name
select
    scores.collection,
    staging.owner_of_score(scores.judge, null, null, scores.measure) as owner,
    true as is_judge,
    scores.run_id,
    scores.query_id,
    scores.measure,
    scores.value,
    scores.source,
from dltrack.main.judge_scores as scores
where
    (scores.collection, scores.judge) in (
        select (files.collection, score_sets.judge)
        from staging.score_sets as score_sets
        inner join staging.files as files on files.file_id = score_sets.file_id
    )
    and (scores.collection, scores.judge, scores.source) not in (
        select (files.collection, score_sets.judge, score_sets.source)
        from staging.score_sets as score_sets
        inner join staging.files as files on files.file_id = score_sets.file_id
        where score_sets.judge is not null
    );
