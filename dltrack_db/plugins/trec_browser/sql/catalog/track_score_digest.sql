-- Digest of a row of main.track_scores, added to the checksum of its page.
--
-- source: catalog.digest of its columns
-- params:
--   run_id: scored run
--   summary: name of NIST's summary
--   labels: name of the labels in the summary
--   block: number of the value, see main.track_scores
--   measure: name as printed
--   value: mean as printed
-- returns: whole number, see catalog.digest
-- example: select catalog.track_score_digest('bm25', 'trec_eval', null, 1, 'map', 0.25)
create or replace macro catalog.track_score_digest(run_id, summary, labels, block, measure, value) as
    catalog.digest(
        concat(
            catalog.field(run_id),
            catalog.field(summary),
            catalog.field(labels),
            catalog.field(block),
            catalog.field(measure),
            catalog.field(value)
        )
    );
