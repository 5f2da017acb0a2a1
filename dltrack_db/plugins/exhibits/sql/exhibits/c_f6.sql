-- A histogram of differences in search length: best run of a track minus median run, for each relevant item.
--
-- source: Atomized Search Length, Figure 6 (2012 Web ad hoc track); values from
--   search_length.best_minus_median_histogram
-- grain: collection, lower
-- columns:
--   lower: smallest difference in the range; null for an open range
--   upper: largest difference in the range; null for an open range
--   items: number of relevant items in the range
--   outcome: 'best wins', 'median wins' or 'same'
-- caveats: covers each loaded collection; the paper's figure covers the 2012 Web ad hoc track and does not state its ranges
-- example: from exhibits.c_f6
create or replace view exhibits.c_f6 as
select
    best_minus_median_histogram.collection,
    best_minus_median_histogram.lower,
    best_minus_median_histogram.upper,
    best_minus_median_histogram.items,
    best_minus_median_histogram.outcome,
from search_length.best_minus_median_histogram(min_relevance := 1, is_padded := false) as best_minus_median_histogram
order by best_minus_median_histogram.collection asc, best_minus_median_histogram.lower asc nulls first;
