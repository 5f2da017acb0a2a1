-- How many relevant items the best and the median run by search length put into each range of search length.
--
-- source: Atomized Search Length, section 4.5, figure 5; at the collection's own level of relevance
-- grain: collection, run_id, lower
-- columns:
--   collection: judged task
--   run_id: run
--   standing: 'best' for the lowest atomized search length of the collection, 'median' for the middle of the order
--   asl: its atomized search length
--   lower: the range holds search lengths above lower …
--   upper: … up to upper; null for the last, open range
--   items: relevant items, summed over topics
--   items_not_retrieved: those among them that the run did not retrieve
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
)

select
    histogram.collection,
    histogram.run_id,
    shown_runs.standing,
    shown_runs.asl,
    histogram.lower,
    histogram.upper,
    histogram.items,
    histogram.items_not_retrieved,
from search_length.document_histogram(10, 100) as histogram
inner join shown_runs
    on histogram.collection = shown_runs.collection and histogram.run_id = shown_runs.run_id;
