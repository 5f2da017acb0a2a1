-- Critical value of F: the smallest significant F.
--
-- source: inverse of statistics.f_tail by bisection in logarithms
-- params:
--   df: degrees of freedom of the effect
--   df_error: degrees of freedom of the error, from 1
--   alpha: significance level, from 0.001 to 0.999
-- returns: F with a p-value of alpha, to 1e-8; null if a degree of freedom is not above 0 or alpha is not between 0 and 1
-- example: select statistics.f_critical(2, 52, 0.05)
create or replace macro statistics.f_critical(df, df_error, alpha) as
    list_transform( -- noqa: PRS
        [struct_pack(
            df := case when df > 0 and df_error > 0 and alpha > 0 and alpha < 1 then df end,
            df_error := df_error,
            alpha := alpha
        )],
        lambda given: case when given.df is not null then exp(list_reduce( -- noqa: LT01
            [0.0::double] || [14.0::double / 2 ** halving for halving in range(0, 34)], -- noqa: PRS
            lambda log_f, step: log_f
            + case when statistics.f_tail(exp(log_f), given.df, given.df_error) > given.alpha then step else -step end
        )) end
    )[1];
