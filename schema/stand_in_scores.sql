-- The scores that stand in for runs whose rankings are not loaded, in the official labels of their collection: decided once by every change, so that no question has to.
--
-- source: derived from submitted_scores by metrics.stand_in_scores in the same transaction as every change (dltrack_db/store/derive.py)
-- grain: collection, run_id, query_id, measure
-- parents: runs
-- columns:
--   measure: trec_eval's name of the measure
--   value: the score as printed
--   decimals: decimals that the score is known to, those of its set
create table if not exists main.stand_in_scores (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    measure varchar not null,
    value double not null,
    decimals utinyint
);
