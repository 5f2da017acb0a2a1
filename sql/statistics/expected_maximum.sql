-- The expected maximum of n independent standard normal values.
--
-- source: H. A. David and H. N. Nagaraja, Order Statistics (2003), section 3.1: the integral of
--     1 - cdf(x)^n - (1 - cdf(x))^n over all x above 0, an even function, by the trapezoidal rule in steps of 1/8
-- params:
--   n: number of values, 1 or more
-- returns: 0 for one value, 0.564 for two, 0.846 for three; null if n is null or below 1
-- example: select statistics.expected_maximum(3)
create or replace macro statistics.expected_maximum(n) as
    case
        when n >= 1
            then (
                (1 - 2 * pow(0.5, n)) / 2
                + list_sum([
                    1 - pow(1 - statistics.normal_two_sided(step / 8) / 2, n)
                    - pow(statistics.normal_two_sided(step / 8) / 2, n)
                    for step in range(1, 81)
                ])
            ) / 8
    end;
