-- The best P@20 of each track: a histogram.
--
-- source: Atomized Search Length, Figure 1 (76 TREC tracks); values from search_length.best_score_histogram
-- grain: range
-- columns:
--   range: range of P_20, in words
--   tracks: number of collections whose best run is in the range
--   share: share of the collections whose best run is in the range, 0 to 1
-- caveats: covers the loaded collections with at least five runs, not the paper's 76 tracks. The paper does not state the
--   ranges of the figure; the ranges used here are mentioned in its text
-- example: from exhibits.c_f1
create or replace view exhibits.c_f1 as
select
    best_score_histogram.range,
    best_score_histogram.collections as tracks,
    best_score_histogram.share,
from search_length.best_score_histogram(share_edges := [0.3, 0.5, 1.0], min_relevance := 1, is_padded := false) as best_score_histogram
where best_score_histogram.measure = 'P_20'
order by best_score_histogram.lower;
