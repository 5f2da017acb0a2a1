-- Retrieved items with their labels: one row per judged item in a ranking and label set. They are stored so that measures need
-- not read all rankings.
--
-- source: derived from rankings and qrels in the transaction of every load (dltrack_db/store/scripts/derive)
-- grain: collection, variant, run_id, query_id, doc_id
-- parents: qrels, run_topics
-- columns:
--   variant: label set that the grade comes from
--   run_id
--   query_id: topic number as text
--   doc_id: id of the retrieved, judged item
--   rank: position from 1 with scores compared as 4-byte floats, see metrics.orders
--   relevance
--   answer_id: number of the pair of run and topic, as in run_topics
--   rank_double: position from 1 with scores compared as doubles, see metrics.orders
--   rank_submitted: position from 1 by the rank column of the file, see metrics.orders
--   rank_ascending: position from 1 with scores compared as doubles, and equal scores by ascending ids, see metrics.orders
--   gain: original label, if the label set has fractions; else null
create table if not exists main.judged_rankings (
    collection varchar not null,
    variant varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    doc_id varchar not null,
    rank integer not null,
    relevance smallint not null,
    answer_id integer not null,
    rank_double integer not null,
    rank_submitted integer not null,
    rank_ascending integer not null,
    gain double
);
