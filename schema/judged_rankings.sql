-- The judged part of every ranking: one row per retrieved item that a qrels variant holds. Kept so that measures need not read all rankings.
--
-- source: derived from rankings and qrels in the same transaction as every load (ingest/derive)
-- grain: collection, variant, run_id, query_id, doc_id
-- columns:
--   collection: judged task
--   variant: qrels variant the grade comes from
--   run_id: run
--   query_id: topic number as text
--   doc_id: id of the retrieved, judged item
--   rank: position from 1 by the tie rule of the collection, as in metrics.ranked
--   relevance: raw grade
create table if not exists main.judged_rankings (
    collection varchar not null,
    variant varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    doc_id varchar not null,
    rank integer not null,
    relevance smallint not null
);
