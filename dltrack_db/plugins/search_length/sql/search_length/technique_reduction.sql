-- One row for each measure (P@20, ASL@g1-10, MAP, ASL): a run compared with a baseline, with the relative reduction in error
-- (RRIE).
--
-- source: Atomized Search Length, section 4.3, equations 11 and 12, and Table 1 (best BM25 and best neural system of
--   2020)
-- grain: measure
-- params:
--   baseline_run: baseline, e.g. a BM25 run
--   improved_run: run of the same collection to compare with the baseline
--   of_collection: judged task of both runs
--   min_relevance: lowest relevant grade; null for the level of the collection (the paper uses 1)
-- columns:
--   measure: 'P_20', 'asl_g10', 'map' or 'asl'
--   baseline: value of the baseline run
--   improved: value of the other run
--   reduction: share of the baseline's error that the other run removes; negative if the other run is worse
-- needs: runs
-- caveats: the query stops with an error if the collection does not have one of the runs (systems.known_run)
-- example: from search_length.technique_reduction('p_bm25', 'pash_f1', 'trec2021-passages', min_relevance := 1)
create or replace macro search_length.technique_reduction(
    baseline_run, improved_run, of_collection, min_relevance := null, is_padded := true
) as table
    -- the query starts from the run names, so that they are always checked
    with asked as (
        select
            systems.known_run(of_collection, baseline_run) as baseline_run_id,
            systems.known_run(of_collection, improved_run) as improved_run_id,
            unnest(['P_20', 'asl_g10', 'map', 'asl']) as measure,
    ),

    lengths as (
        select
            run_lengths.collection,
            run_lengths.run_id,
            run_lengths.asl_g10,
            run_lengths.map,
            run_lengths.asl,
        from search_length.run_lengths(min_relevance := min_relevance, is_padded := is_padded) as run_lengths
        where run_lengths.collection = of_collection
    ),

    scores as (
        select
            precision.run_id,
            'P_20' as measure,
            avg(precision.value) as value,
        from metrics."precision"(20, null, min_relevance, null) as precision
        where precision.collection = of_collection
        group by precision.run_id
        union all
        select
            lengths.run_id,
            unnest(['asl_g10', 'map', 'asl']) as measure,
            unnest([lengths.asl_g10, lengths.map, lengths.asl]) as value,
        from lengths
    )

    select
        asked.measure,
        baseline.value as baseline,
        improved.value as improved,
        case
            when
                asked.measure in ('P_20', 'map')
                then search_length.precision_reduction(baseline.value, improved.value)
            else search_length.length_reduction(baseline.value, improved.value)
        end as reduction,
    from asked
    left join scores as baseline on asked.baseline_run_id = baseline.run_id and asked.measure = baseline.measure
    left join scores as improved on asked.improved_run_id = improved.run_id and asked.measure = improved.measure;
