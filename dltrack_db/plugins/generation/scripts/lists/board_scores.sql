select
    answered.collection,
    answered.bank || '/' || answered.judge as judge,
    answered.measure,
    null as model,
    answered.run_id,
    answered.query_id,
    answered.value,
from answers.answer_scores as answered
-- the lower, the better
where answered.measure <> 'contradicted'
