-- Removes what was derived from the answers at hand (metrics.is_measured).
delete from main.query_scores
where (collection, run_id) in (
    select (run_topics.collection, run_topics.run_id)
    from main.run_topics as run_topics
    where metrics.is_measured(run_topics.answer_id)
);

delete from main.judged_rankings
where metrics.is_measured(answer_id);
