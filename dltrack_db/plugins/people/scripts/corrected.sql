-- Scores by a model corrected by people (corrected.py).

-- name: runs
-- The runs, best first. Parameters: collection, labels by people, labels of the model, measure, target.
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
