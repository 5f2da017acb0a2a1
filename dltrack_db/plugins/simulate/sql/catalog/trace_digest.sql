-- Digest of one step of a simulated trace; catalog.checksums sums the digests of a study.
--
-- source: catalog.digest
-- params:
--   simulation: name of the simulation
--   trial: number of the trial
--   query_id: topic
--   step: position in the order of judging
--   doc_id: judged item
--   judged_as: grade
--   score: score of the item by the strategy; null for a random choice
-- returns: whole number, see catalog.digest
-- example: select catalog.trace_digest('s', 1, '2082', 1, 'd1', 2, null)
create or replace macro catalog.trace_digest(simulation, trial, query_id, step, doc_id, judged_as, score) as
    catalog.digest(
        concat(
            catalog.field(simulation), catalog.field(trial), catalog.field(query_id), catalog.field(step),
            catalog.field(doc_id), catalog.field(judged_as), catalog.field(score)
        )
    );
