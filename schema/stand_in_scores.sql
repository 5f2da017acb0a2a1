-- Published scores per topic, by the official labels, that are used for runs without loaded rankings: one row per run, topic
-- and measure. They are chosen from submitted_scores at every change, so that queries need not choose them.
--
-- source: derived from submitted_scores by metrics.stand_in_scores, in the transaction of every change
--   (dltrack_db/store/derive.py)
-- grain: collection, run_id, query_id, measure
-- parents: runs
-- columns:
--   measure: trec_eval's name of the measure
--   value: published score
--   decimals: number of decimals in the published set of scores
create table if not exists main.stand_in_scores (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    measure varchar not null,
    value double not null,
    decimals utinyint
);
