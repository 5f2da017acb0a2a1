-- The rows of main.judged_rankings for the answers at hand (metrics.is_measured).
select
    judged.collection,
    judged.variant,
    judged.run_id,
    judged.query_id,
    judged.doc_id,
    judged.rank,
    judged.relevance,
    judged.answer_id,
    judged.rank_double,
    judged.rank_submitted,
    judged.rank_ascending,
    judged.gain,
from metrics.judged_orders() as judged
order by judged.variant, judged.answer_id, judged.rank
