-- How far are the tasks from being solved? One row for each measure and range of values: number of collections whose best
-- value is in the range.
--
-- source: Atomized Search Length, section 4.2, Figures 1 to 4 (76 TREC tracks)
-- grain: measure, lower
-- params:
--   share_edges: list of the upper ends of the ranges for P_20 and map, in ascending order
--   length_edges: list of the upper ends of the ranges for search lengths, in ascending order; longer search lengths are in a
--     last, open range
--   min_runs: minimum number of runs of a collection
--   min_relevance: lowest relevant grade; null for the level of each collection (the paper uses 1)
-- columns:
--   measure: 'P_20', 'asl_g10', 'map' or 'asl'
--   lower: lower end of the range, exclusive
--   upper: upper end of the range, inclusive; null for the last, open range
--   collections: number of collections whose best value is in the range
--   range: the range in words: 'below 0.3', '0.3 to 0.5', 'above 20'
--   share: share of the collections whose best value is in the range, 0 to 1
-- needs: runs
-- caveats: the paper does not state its ranges; the default ranges are mentioned in its text
-- example: from search_length.best_score_histogram(min_relevance := 1) order by measure, lower
create or replace macro search_length.best_score_histogram(
    share_edges := [0.3, 0.5, 1.0],
    length_edges := [1.0, 10.0, 20.0, 100.0, 1000.0],
    min_runs := 5,
    min_relevance := null, is_padded := true
) as table
    with placed as (
        select
            best_scores.measure,
            best_scores.value,
            case
                when best_scores.measure in ('P_20', 'map') then share_edges
                else length_edges
            end as edges,
        from search_length.best_scores(min_relevance := min_relevance, is_padded := is_padded) as best_scores
        where best_scores.num_runs >= min_runs
    ),

    ranged as (
        select
            measure,
            coalesce(list_max(list_filter(edges, lambda edge: edge < value)), 0) as lower,
            list_min(list_filter(edges, lambda edge: edge >= value)) as upper,
        from placed
    )

    select
        measure,
        lower,
        upper,
        count(*) as collections,
        case
            when upper is null then format('above {:g}', lower)
            when lower = 0 then format('below {:g}', upper)
            else format('{:g} to {:g}', lower, upper)
        end as range,
        count(*) / sum(count(*)) over (partition by measure) as share,
    from ranged
    group by measure, lower, upper;
