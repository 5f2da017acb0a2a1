-- One row for each score that a judge gives to a run on a topic, from the judge's leaderboard or from its labels of answers.
--
-- source: main.judge_scores; labels of nuggets
-- grain: collection, judge, measure, run_id, query_id
-- columns:
--   judge: author of the leaderboard; for labels of answers, written as 'bank/judge'
--   measure: the judge's name of the measure, or a measure of answers; higher is better
--   model: model used as the judge; null if people judged or the model is unknown
--   run_id: run as the judge names it
--   query_id
--   value: the score, in the judge's own scale
-- needs: leaderboards
-- example: from labels.board_scores where judge = 'gpt-4o'
create or replace view labels.board_scores as
with listed as (
    select
        scores.collection,
        scores.judge,
        scores.measure,
        scores.model,
        scores.run_id,
        scores.query_id,
        scores.value,
    from main.judge_scores as scores
    union all
    select
        answered.collection,
        answered.bank || '/' || answered.judge as judge,
        answered.measure,
        null as model,
        answered.run_id,
        answered.query_id,
        answered.value,
    from answers.answer_scores as answered
    -- of which less is better
    where answered.measure <> 'contradicted'
)

select
    collection,
    judge,
    measure,
    model,
    run_id,
    query_id,
    value,
from listed;
