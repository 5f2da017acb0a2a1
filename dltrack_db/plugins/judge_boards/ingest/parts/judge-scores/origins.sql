-- Judges and their models, as loads of leaderboards were told.
select
    'judge-scores' as part,
    boards.judge || '/' || boards.source as name,
    boards.collection,
    boards.key,
    boards.value,
from (
    select distinct
        scores.collection,
        scores.judge,
        scores.source,
        scores.judge as name,
        scores.model,
    from main.judge_scores as scores
)
unpivot (value for key in (name, model)) as boards;
