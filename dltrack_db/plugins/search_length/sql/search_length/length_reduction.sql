-- Relative reduction in error from a baseline to another system, for search lengths, whose best value is 1.
--
-- source: Atomized Search Length, section 4.3, equation 12
-- params:
--   baseline: search length of the baseline
--   improved: search length of the other system
-- returns: share of the baseline's distance from 1 that the other system removes; null if the baseline is perfect
-- example: select round(100 * search_length.length_reduction(264, 215))
create or replace macro search_length.length_reduction(baseline, improved) as
(baseline - improved) / nullif(baseline - 1, 0);
