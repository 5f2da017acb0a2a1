-- Scores per topic by the official labels: one row per run, judged topic and standard measure. They are stored so that
-- leaderboards need not compute them.
--
-- source: derived from judged_rankings and qrels by metrics.score_queries, in the transaction of every load
--   (dltrack_db/store/scripts/derive)
-- grain: collection, run_id, query_id, measure
-- parents: runs
-- columns:
--   measure: trec_eval's name of the measure
--   value: score
create table if not exists main.query_scores (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    measure varchar not null,
    value double not null
);
