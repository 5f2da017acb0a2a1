-- The depth to which search lengths read every run of a collection: longer runs are cut there, shorter runs are padded.
--
-- source: dltrack; TREC's usual 1000 if the collection has no limit
-- params:
--   run_depth: largest number of items that a run of the collection may return per topic; null if there is no limit
-- returns: bigint
-- caveats: never depends on the loaded runs, because values would then change with every load
-- example: select metrics.reading_depth(100), metrics.reading_depth(null)
create or replace macro metrics.reading_depth(run_depth) as
    coalesce(run_depth, 1000)::bigint;
