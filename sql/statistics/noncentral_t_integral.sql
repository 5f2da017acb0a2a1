-- statistics.noncentral_t by an integral over the standard deviation, for many degrees of freedom.
--
-- source: L. N. Trefethen and J. A. C. Weideman, "The exponentially convergent trapezoidal rule", SIAM Review 56 (2014), in
--     the logarithm of the standard deviation, a chi variable divided by the square root of df
-- params:
--   t: the value, 0 or more
--   df: degrees of freedom, above 100
--   shift: noncentrality
-- returns: from 0 to 1, accurate to about 1e-11
-- caveats: the running time grows with t / sqrt(df)
-- example: select statistics.noncentral_t_integral(2.0, 1500, 1.5)
create or replace macro statistics.noncentral_t_integral(t, df, shift) as
    list_transform(
        [struct_pack(
            t := cast(t as double),
            df := cast(df as double),
            shift := cast(shift as double),
            steps := cast(ceil(4 * greatest(cast(t as double) / sqrt(df), 1)) as bigint)
        )],
        lambda given: list_transform(
            [[
                struct_pack(
                    place := exp(i / given.steps / sqrt(2 * given.df)),
                    weight := exp(given.df * (
                        i / given.steps / sqrt(2 * given.df)
                        + (1 - exp(2 * i / given.steps / sqrt(2 * given.df))) / 2
                    ))
                )
                for i in range(-9 * given.steps, 9 * given.steps + 1)
            ]],
            lambda nodes: list_sum([
                node.weight * statistics.normal_cdf(given.t * node.place - given.shift) for node in nodes
            ]) / list_sum([node.weight for node in nodes])
        )[1]
    )[1];
