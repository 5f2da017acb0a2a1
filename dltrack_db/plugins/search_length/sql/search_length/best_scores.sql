-- One row for each collection and measure (P@20, ASL@g1-10, MAP, ASL): the best value of any run.
--
-- source: Atomized Search Length, section 4.2, Figures 1 to 4
-- grain: collection, measure
-- params:
--   min_relevance: lowest relevant grade; null for the level of each collection (the paper uses 1)
-- columns:
--   measure: 'P_20', 'asl_g10', 'map' or 'asl'
--   run_id: best run; the first by name if tied
--   value: highest P_20 or map, lowest search length
--   num_runs: number of compared runs: the submitted runs, or all runs if none was submitted (judging.compared_runs)
-- needs: runs
-- caveats: the best run is chosen for each measure separately; the paper uses collections with at least five runs
-- example: from search_length.best_scores(min_relevance := 1) where num_runs >= 5
create or replace macro search_length.best_scores(min_relevance := null, is_padded := true) as table
    with lengths as (
        select
            run_lengths.collection,
            run_lengths.run_id,
            run_lengths.asl,
            run_lengths.asl_g10,
            run_lengths.map,
        from search_length.run_lengths(min_relevance := min_relevance, is_padded := is_padded) as run_lengths
    ),

    scores as (
        select
            precision.collection,
            precision.run_id,
            'P_20' as measure,
            avg(precision.value) as value,
            1 as direction,
        from metrics."precision"(20, null, min_relevance, null) as precision
        group by precision.collection, precision.run_id
        union all
        select
            collection,
            run_id,
            'map' as measure,
            map as value,
            1 as direction,
        from lengths
        union all
        select
            collection,
            run_id,
            'asl_g10' as measure,
            asl_g10 as value,
            -1 as direction,
        from lengths
        union all
        select
            collection,
            run_id,
            'asl' as measure,
            asl as value,
            -1 as direction,
        from lengths
    ),

    placed as (
        select
            scores.collection,
            scores.measure,
            scores.run_id,
            scores.value,
            row_number() over (
                partition by scores.collection, scores.measure
                order by round(scores.direction * scores.value, 9) desc, scores.run_id asc -- sums differ in last digits
            ) as place,
            count(*) over (partition by scores.collection, scores.measure) as num_runs,
        from scores
        semi join judging.compared_runs as compared_runs
            on scores.collection = compared_runs.collection and scores.run_id = compared_runs.run_id
    )

    select
        collection,
        measure,
        run_id,
        value,
        num_runs,
    from placed
    where place = 1;
