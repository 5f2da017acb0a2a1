-- Two-sided p-value of Student's t.
--
-- source: scipy.stats.t; the tail from t on as a share of half the distribution, both by statistics.student_tail
-- params:
--   t: the statistic
--   half: statistics.student_tail(df, 0), for queries that compute this tail once for many values of t; null to compute it here
-- returns: probability of a value at least as far from 0, never 0; null if t is null or NaN or df is not above 0
-- caveats: relative error below 1e-12 for up to 1000 degrees of freedom, 1e-9 for up to a million, down to the smallest
--     double, which is returned for all smaller probabilities; the running time is constant
-- example: select statistics.student_two_sided(2.0, 52)
create or replace macro statistics.student_two_sided(t, df, half := null) as
    list_transform(
        [struct_pack(t := abs(cast(t as double)), df := cast(df as double), half := cast(half as double))],
        lambda given: case
            when given.t is null or isnan(given.t) or given.df is null or not given.df > 0 then null
            else greatest(
                case
                    -- beyond 1e100, 1 + t t / df loses the 1 and t t would overflow
                    when given.t > 1e100
                        then exp(-given.df * (ln(given.t) - ln(given.df) / 2))
                        * statistics.student_tail(given.df, 1.0::double)
                    else exp(-given.df / 2 * ln(1 + given.t * given.t / given.df))
                        * statistics.student_tail(given.df, given.t / sqrt(given.df + given.t * given.t))
                end / coalesce(given.half, statistics.student_tail(given.df, 0.0::double)),
                4.9406564584124654e-324::double
            )
        end
    )[1];
