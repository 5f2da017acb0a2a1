-- Scores by a model's labels, corrected by labels of people (plugins/people/corrected.py).

-- name: runs
-- Runs with corrected scores, best first. Parameters: collection, labels by people, labels by the model, measure, target.
select
    run_id,
    by_people,
    by_model,
    corrected,
    low,
    high,
    "lambda",
    num_people_topics,
    num_topics,
from labels.corrected($1, $2, $3, $4, target := $5)
order by corrected desc, run_id asc;
