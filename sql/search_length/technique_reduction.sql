-- A baseline run against another run by P@20, ASL@g1-10, MAP and ASL, with the relative reduction in error (RRIE).
--
-- source: Atomized Search Length, section 4.3, equations 11 and 12, and Table 1 (best BM25 and best neural system of
--   2020)
-- grain: measure
-- params:
--   baseline_run: run to start from, e.g. a BM25 run
--   improved_run: run of the same collection to compare with it
--   of_collection: judged task of both runs
--   min_relevance: lowest grade that is relevant; null for the level of the collection (the paper takes 1)
-- columns:
--   measure: 'P_20', 'asl_g10', 'map' or 'asl'
--   baseline: value of the baseline run
--   improved: value of the other run
--   reduction: share of the baseline's error that the other run removes; negative when it is worse
-- needs: runs
-- cost: .3 s of processor time and 210 MB with the 63 passage runs of TREC 2021
-- example: from search_length.technique_reduction('p_bm25', 'pash_f1', 'trec2021-passages', min_relevance := 1)
create or replace macro search_length.technique_reduction(
    baseline_run, improved_run, of_collection, min_relevance := null, is_padded := true
) as table
    with scores as (
        select
            precision.collection,
            precision.run_id,
            'P_20' as measure,
            avg(precision.value) as value,
        from metrics."precision"(20, null, min_relevance, null) as precision
        group by precision.collection, precision.run_id
        union all
        select
            run_lengths.collection,
            run_lengths.run_id,
            'asl_g10' as measure,
            run_lengths.asl_g10 as value,
        from search_length.run_lengths(min_relevance := min_relevance, is_padded := is_padded) as run_lengths
        union all
        select
            run_lengths.collection,
            run_lengths.run_id,
            'map' as measure,
            run_lengths.map as value,
        from search_length.run_lengths(min_relevance := min_relevance, is_padded := is_padded) as run_lengths
        union all
        select
            run_lengths.collection,
            run_lengths.run_id,
            'asl' as measure,
            run_lengths.asl as value,
        from search_length.run_lengths(min_relevance := min_relevance, is_padded := is_padded) as run_lengths
    )

    select
        baseline.measure,
        baseline.value as baseline,
        improved.value as improved,
        case
            when
                baseline.measure in ('P_20', 'map')
                then search_length.precision_reduction(baseline.value, improved.value)
            else search_length.length_reduction(baseline.value, improved.value)
        end as reduction,
    from scores as baseline
    inner join scores as improved
        on
            baseline.collection = improved.collection
            and baseline.measure = improved.measure
    where
        baseline.collection = of_collection
        and baseline.run_id = baseline_run
        and improved.run_id = improved_run;
