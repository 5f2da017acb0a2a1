-- The integral over x from 0 to infinity of (cosh x + slope sinh x) ^ -df: the tail of Student's t divided by its first
-- value.
--
-- source: t = sqrt(df) sinh(x) turns the density of Student's t into cosh(x) ^ -df; statistics.tail_nodes
-- params:
--   slope: from 0 for the whole half of the distribution to 1 for a far tail
-- returns: the integral, above 0
-- example: select statistics.student_tail(2.0::double, 0.0::double)
create or replace macro statistics.student_tail(df, slope) as
    list_sum([
        node.weight / (sqrt(df) + df * slope)
        * exp(
            -df * (
                node.place / (sqrt(df) + df * slope)
                + ln((1 + slope) / 2 + (1 - slope) / 2 * exp(-2 * node.place / (sqrt(df) + df * slope)))
            )
        )
        for node in statistics.tail_nodes()
    ]);
