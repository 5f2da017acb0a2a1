-- Convert search lengths so that their plain mean equals the harmonic mean of the original search lengths.
--
-- source: Atomized Search Length, appendix A.1, last paragraph; formula reconstructed from its example
-- params:
--   lengths: list of search lengths, each at least 1
-- returns: list in the same order: mu + 1 - mu / length, where mu is the harmonic mean of the lengths
-- caveats: for the list in the paper, the formula yields eight of the nine printed values; the ninth is 2.78, not 2.9 as
--   printed
-- example: select search_length.unweighted_lengths([1, 1, 1, 2, 4, 5, 10, 10000, 10000])
create or replace macro search_length.unweighted_lengths(lengths) as
list_transform(
    lengths,
    lambda length: search_length.harmonic_mean(lengths) + 1 - search_length.harmonic_mean(lengths) / length
);
