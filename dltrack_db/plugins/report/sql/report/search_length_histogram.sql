-- One row for each range of search lengths, for the best and for the median run: number of relevant items in the range, for a
-- histogram. Further rows count relevant items that a run does not return.
--
-- source: Atomized Search Length, section 4.5, figure 5; with the relevance level of the collection
-- grain: collection, run_id, lower
-- columns:
--   standing: 'best' for the lowest atomized search length of the collection, 'median' for the middle of the order
--   asl: atomized search length of the run
--   lower: lower end of the range, exclusive; null for items that the run does not return
--   upper: upper end of the range, inclusive; null for the last, open range, and for items that the run does not return
--   is_returned: whether the run returns the items
--   items: number of relevant items, over all topics
-- needs: runs
create or replace view report.search_length_histogram as
with
shown_runs as (
    select
        collection,
        unnest([best_run_id, median_run_id]) as run_id,
        unnest(['best', 'median']) as standing,
        unnest([best_asl, median_asl]) as asl,
    from search_length.best_and_median_runs()
),

ranges as (
    select
        histogram.collection,
        histogram.run_id,
        histogram.lower,
        histogram.upper,
        true as is_returned,
        histogram.items - histogram.items_not_retrieved as items,
    from search_length.document_histogram(10, 100) as histogram
    union all
    select
        histogram.collection,
        histogram.run_id,
        null as lower,
        null as upper,
        false as is_returned,
        sum(histogram.items_not_retrieved)::bigint as items,
    from search_length.document_histogram(10, 100) as histogram
    group by histogram.collection, histogram.run_id
)

select
    ranges.collection,
    ranges.run_id,
    shown_runs.standing,
    shown_runs.asl,
    ranges.lower,
    ranges.upper,
    ranges.is_returned,
    ranges.items,
from ranges
inner join shown_runs
    on ranges.collection = shown_runs.collection and ranges.run_id = shown_runs.run_id
where ranges.items > 0;
