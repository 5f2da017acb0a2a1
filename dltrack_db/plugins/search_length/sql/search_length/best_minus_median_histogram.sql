-- Where is the best run better than the median run? One row for each range of a histogram of differences: search length of a
-- relevant item in the best run of a collection minus its search length in the median run.
--
-- source: Atomized Search Length, section 4.5, Figure 6
-- grain: collection, lower
-- params:
--   edges: list of the upper ends of the ranges, in ascending order; mirrored for negative differences. The paper does not
--     state its ranges
--   min_relevance: lowest relevant grade; null for the level of each collection (the paper uses 1)
-- columns:
--   lower: smallest difference in the range (best run minus median run); null for an open range
--   upper: largest difference in the range; null for an open range
--   items: number of relevant items in the range, of topics for which both runs return items
--   outcome: 'best wins' (negative differences), 'median wins' or 'same'
-- needs: runs
-- example: from search_length.best_minus_median_histogram() where collection = 'trec2021-passages' order by lower
--   nulls first
create or replace macro search_length.best_minus_median_histogram(
    edges := [10, 100, 1000], min_relevance := null, is_padded := true
) as table
    with runs as (
        select
            best_and_median_runs.collection,
            best_and_median_runs.best_run_id,
            best_and_median_runs.median_run_id,
        from search_length.best_and_median_runs(min_relevance := min_relevance, is_padded := is_padded) as best_and_median_runs
    ),

    lengths as (
        select
            document_lengths.collection,
            document_lengths.run_id,
            document_lengths.query_id,
            document_lengths.doc_id,
            document_lengths.search_length,
        from search_length.document_lengths(
            min_relevance := min_relevance,
            is_padded := is_padded,
            runs := (select list_concat(list(runs.best_run_id), list(runs.median_run_id)) from runs)
        ) as document_lengths
    ),

    differences as (
        select
            best.collection,
            best.search_length - median.search_length as difference,
        from runs
        inner join lengths as best
            on
                runs.collection = best.collection
                and runs.best_run_id = best.run_id
        inner join lengths as median
            on
                runs.collection = median.collection
                and runs.median_run_id = median.run_id
                and best.query_id = median.query_id
                and best.doc_id = median.doc_id
    ),

    placed as (
        select
            collection,
            sign(difference) as side,
            list_max(list_filter(list_concat([0], edges), lambda edge: edge < abs(difference))) as inner_edge,
            list_min(list_filter(edges, lambda edge: edge >= abs(difference))) as outer_edge,
        from differences
    )

    select
        collection,
        case when side > 0 then inner_edge + 1 when side = 0 then 0 else -outer_edge end as lower,
        case when side > 0 then outer_edge when side = 0 then 0 else -inner_edge - 1 end as upper,
        count(*) as items,
        case when side < 0 then 'best wins' when side > 0 then 'median wins' else 'same' end as outcome,
    from placed
    group by collection, side, inner_edge, outer_edge;
