-- The number that one score of a run, computed by others, adds to the checksum of its file.
--
-- source: catalog.digest of its columns
-- params:
--   run_id: run
--   measure: name of the measure
--   min_relevance: lowest relevant grade; may be null
--   value: the score
--   decimals: number of decimals of the set of scores; null if unknown
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
