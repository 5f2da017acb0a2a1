-- Submitted scores that are used for runs without loaded rankings, by the official labels of their collection. Stored at every change, so that queries do not have to select them.
--
-- source: derived from submitted_scores by metrics.stand_in_scores in the same transaction as every change (dltrack_db/store/derive.py)
-- grain: collection, run_id, query_id, measure
-- parents: runs
-- columns:
--   measure: trec_eval's name of the measure
--   value: the published score
--   decimals: number of decimals of its set of scores
create table if not exists main.stand_in_scores (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    measure varchar not null,
    value double not null,
    decimals utinyint
);
