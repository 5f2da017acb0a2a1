-- The rows of main.query_scores for the answers at hand (metrics.is_measured).
select
    scored.collection,
    scored.run_id,
    scored.query_id,
    scored.measure,
    scored.value,
from metrics.score_queries() as scored
