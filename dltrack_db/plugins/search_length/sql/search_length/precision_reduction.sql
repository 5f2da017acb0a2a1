-- Relative reduction in error from a baseline to another system, for measures whose best value is 1 (P@20, MAP).
--
-- source: Atomized Search Length, section 4.3, equation 11
-- params:
--   baseline: value of the baseline
--   improved: value of the other system
-- returns: share of the baseline's distance from 1 that the other system removes; null if the baseline is perfect
-- example: select round(100 * search_length.precision_reduction(0.456, 0.594))
create or replace macro search_length.precision_reduction(baseline, improved) as
(improved - baseline) / nullif(1 - baseline, 0);
