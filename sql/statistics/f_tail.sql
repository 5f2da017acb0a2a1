-- The p-value of an F test: the probability of a statistic at least as large if there is no effect.
--
-- source: scipy.stats.f.sf; NIST Digital Library of Mathematical Functions, 8.17
-- params:
--   f: the statistic
--   df: degrees of freedom of the effect
--   df_error: degrees of freedom of the error
-- returns: above 0, up to 1, accurate to 1e-11; null if an argument is null or a degree of freedom is not above 0
-- example: select statistics.f_tail(3.0, 2, 52)
create or replace macro statistics.f_tail(f, df, df_error) as
    case
        when df > 0 and df_error > 0 and f >= 0 and not isnan(cast(f as double))
            then greatest(
                statistics.incomplete_beta(
                    df_error / (df_error + cast(f as double) * df), cast(df_error as double) / 2, cast(df as double) / 2
                ),
                4.9406564584124654e-324::double -- the smallest double
            )
    end;
