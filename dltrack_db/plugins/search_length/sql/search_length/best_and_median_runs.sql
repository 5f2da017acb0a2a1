-- One row for each collection: the best run and the median run by atomized search length.
--
-- source: Atomized Search Length, section 4.5, Figure 6
-- grain: collection
-- columns:
--   best_run_id: run with the lowest search length; the first by name if tied
--   median_run_id: run in the middle of the order; the better of the two middle runs if the number of runs is even
--   best_asl: search length of the best run
--   median_asl: search length of the median run
--   num_runs: number of compared runs: the submitted runs, or all runs if none was submitted (judging.compared_runs)
-- needs: runs
-- caveats: without is_padded, the mean of a run covers only topics for which the run returns items, and short lists have an
--   advantage
-- example: from search_length.best_and_median_runs(min_relevance := 1)
create or replace macro search_length.best_and_median_runs(min_relevance := null, is_padded := true) as table
    with placed as (
        select
            run_lengths.collection,
            run_lengths.run_id,
            run_lengths.asl,
            row_number() over (
                partition by run_lengths.collection order by run_lengths.asl, run_lengths.run_id
            ) as place,
            count(*) over (partition by run_lengths.collection) as num_runs,
        from search_length.run_lengths(min_relevance := min_relevance, is_padded := is_padded) as run_lengths
        semi join judging.compared_runs as compared_runs
            on run_lengths.collection = compared_runs.collection and run_lengths.run_id = compared_runs.run_id
    )

    select
        collection,
        max(run_id) filter (where place = 1) as best_run_id,
        max(run_id) filter (where place = (num_runs + 1) // 2) as median_run_id,
        max(asl) filter (where place = 1) as best_asl,
        max(asl) filter (where place = (num_runs + 1) // 2) as median_asl,
        any_value(num_runs) as num_runs,
    from placed
    group by collection;
