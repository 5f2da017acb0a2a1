-- For every n, the distance between the plain mean of the n smallest search lengths and the harmonic mean of all search
-- lengths.
--
-- source: Atomized Search Length, appendix A.1
-- params:
--   lengths: list of search lengths
-- returns: list of distances, the first for n = 1
-- example: select search_length.partition_distances([1, 2, 10])
create or replace macro search_length.partition_distances(lengths) as
list_transform(
    range(len(lengths)),
    lambda i: abs(list_avg(list_sort(lengths)[:i + 1]) - search_length.harmonic_mean(lengths))
);
