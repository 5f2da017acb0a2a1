-- Harmonic mean of a list. A mean of precisions corresponds to a harmonic mean of search lengths.
--
-- source: Atomized Search Length, appendix A.1, equation 15
-- params:
--   lengths: list of positive numbers; infinity for an item that is never found
-- returns: number of values divided by the sum of their reciprocals; null for an empty list
-- example: select search_length.harmonic_mean([1, 1000])
create or replace macro search_length.harmonic_mean(lengths) as
len(lengths) / nullif(list_sum(list_transform(lengths, lambda length: 1 / length)), 0);
