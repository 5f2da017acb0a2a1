-- What one score that others computed for a run adds to the checksum of its file.
--
-- source: catalog.digest of its columns
-- params:
--   run_id: run
--   measure: name
--   min_relevance: lowest grade that is relevant; may be null
--   value: the score
--   decimals: decimals of its set of scores; null if unknown
-- returns: whole number, see catalog.digest
-- example: select catalog.score_digest('bm25', '1', 'map', 1, 0.25)
create or replace macro catalog.score_digest(run_id, query_id, measure, min_relevance, value, decimals := null) as
    catalog.digest(
        concat(
            catalog.field(run_id), catalog.field(query_id), catalog.field(measure), catalog.field(min_relevance),
            catalog.field(value),
            case when decimals is not null then ' ' || catalog.field(decimals) end
        )
    );
