-- Two-sided p-value of a standard normal statistic.
--
-- source: scipy.stats.norm; the tail as exp(-z z / 2) times the integral of exp(-z x - x x / 2) over all x above 0
-- params:
--   z: the statistic
-- returns: probability of a value at least as far from 0, never 0; null if z is null or NaN
-- caveats: relative error below 1e-12 down to the smallest double (z of about 38), which is returned for all smaller
--     probabilities; the running time is constant
-- example: select statistics.normal_two_sided(1.96)
create or replace macro statistics.normal_two_sided(z) as
    list_transform(
        -- bound once; capped at a value whose tail is already 0, because infinity times 0 is NaN
        [case when not isnan(cast(z as double)) then least(abs(cast(z as double)), 100) end],
        lambda size: case
            when size is not null
                then greatest(
                    exp(-size * size / 2) * sqrt(2 / pi()) / (1 + size)
                    * list_sum([
                        node.weight * exp(-node.place / (1 + size) * (size + node.place / (1 + size) / 2))
                        for node in statistics.tail_nodes()
                    ]),
                    4.9406564584124654e-324::double
                )
        end
    )[1];
