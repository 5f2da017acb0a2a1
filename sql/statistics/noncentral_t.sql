-- The cumulative distribution of a noncentral t variable: the probability that t stays below a value if there is a real
-- effect.
--
-- source: D. B. Owen, "A special case of a bivariate non-central t-distribution", Biometrika 52 (1965), a sum of df / 2
--     terms, for up to 1000 degrees of freedom; for more, the integral over the standard deviation by the trapezoidal rule
--     in its logarithm. scipy.stats.nct.cdf
-- params:
--   t: the value
--   df: degrees of freedom, an integer from 1
--   shift: noncentrality: effect times the square root of the number of topics
-- returns: from 0 to 1, accurate to about 1e-10; null if an argument is null or infinite, or for more than 1000 degrees of
--     freedom if t is above 20 times their square root
-- caveats: the running time does not depend on the shift
-- example: select statistics.noncentral_t(2.0, 52, 1.5)
create or replace macro statistics.noncentral_t(t, df, shift) as
    list_transform(
        [struct_pack(
            t := case when isfinite(cast(t as double)) then abs(cast(t as double)) end,
            df := case when df >= 1 then cast(df as bigint) end,
            is_below := t < 0,
            -- mirrored if t is negative
            shift := case when isfinite(cast(shift as double)) then if(t < 0, -1, 1) * cast(shift as double) end
        )],
        lambda given: list_transform(
            [case
                when given.df is null or given.t is null or given.shift is null then null
                when given.df <= 1000 then statistics.noncentral_t_sum(given.t, given.df, given.shift)
                when given.t <= 20 * sqrt(given.df)
                    then statistics.noncentral_t_integral(given.t, given.df, given.shift)
            end],
            lambda below: case
                when below is not null then least(greatest(case when given.is_below then 1 - below else below end, 0), 1)
            end
        )[1]
    )[1];
