-- The depth to which search lengths read every run of a collection: longer runs are cut there, shorter ones padded.
--
-- source: dltrack; TREC's usual 1000 where the collection has no limit of its own
-- params:
--   run_depth: most items that a run of the collection may return per topic; null where there is no limit
-- returns: bigint
-- caveats: never the depth of the runs at hand, which would change values with every load
-- example: select metrics.reading_depth(100), metrics.reading_depth(null)
create or replace macro metrics.reading_depth(run_depth) as
    coalesce(run_depth, 1000)::bigint;
