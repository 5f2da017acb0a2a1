-- The depth at which search lengths cut long runs of a collection, and to which they pad short runs.
--
-- source: dltrack; if the collection has no limit, TREC's usual 1000
-- params:
--   run_depth: largest number of items that a run of the collection may return per topic; null if there is no limit
-- returns: bigint
-- caveats: does not depend on the loaded runs, so values do not change with a load
-- example: select metrics.reading_depth(100), metrics.reading_depth(null)
create or replace macro metrics.reading_depth(run_depth) as
    coalesce(run_depth, 1000)::bigint;
