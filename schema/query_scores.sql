-- Scores of every run and judged topic by every standard measure and the official labels. Stored so that leaderboards do not have to compute them.
--
-- source: derived from judged_rankings and qrels by metrics.score_queries in the same transaction as every load (dltrack_db/store/scripts/derive)
-- grain: collection, run_id, query_id, measure
-- parents: runs
-- columns:
--   measure: trec_eval's name of the measure
--   value: the score
create table if not exists main.query_scores (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    measure varchar not null,
    value double not null
);
