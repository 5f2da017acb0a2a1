-- One row for each score of a run on a topic by a judge, from the judge's leaderboard or from the judge's labels of answers.
--
-- source: main.judge_scores; labels of nuggets
-- grain: collection, judge, measure, run_id, query_id
-- columns:
--   judge: author of the leaderboard; for labels of answers, 'bank/judge'
--   measure: name of the measure in the leaderboard, or a measure of answers; higher is better
--   model: model that judged; null if people judged or the model is unknown
--   run_id: name of the run in the leaderboard
--   query_id
--   value: score, on the judge's scale
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
    -- lower values of this measure are better
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
