-- The number n for which the plain mean of the n smallest search lengths is nearest to the harmonic mean of all search
-- lengths.
--
-- source: Atomized Search Length, appendix A.1 (partition point n)
-- params:
--   lengths: list of search lengths
-- returns: n, from 1 to the length of the list; the smaller number if two are equally near
-- example: select search_length.effective_count([1, 1, 1, 2, 4, 5, 10, 10000, 10000])
create or replace macro search_length.effective_count(lengths) as
list_position(
    search_length.partition_distances(lengths),
    list_min(search_length.partition_distances(lengths))
);
