-- About how many terms the power series of the incomplete beta function needs.
--
-- source: its terms grow until about n = b x / (1 - x) and then shrink like powers of x
-- params:
--   x: from 0 to below 1
--   b: second shape
-- returns: a number, 40 or more
-- example: select statistics.beta_series_cost(0.3, 3)
create or replace macro statistics.beta_series_cost(x, b) as
    (b * x + 40) / (1 - x);
