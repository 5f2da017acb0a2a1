-- The absolute t from which Student's two-sided test is significant.
--
-- source: inverse of statistics.student_two_sided by halving an interval
-- params:
--   df: degrees of freedom, from 1
--   alpha: level of significance, from 0.001 to below 1
-- returns: t with a two-sided p-value of alpha, to 1e-12
-- caveats: one value serves many tests with the same number of topics, where a p-value each would take longer
-- example: select statistics.student_critical(52, 0.05)
create or replace macro statistics.student_critical(df, alpha) as
    list_reduce( -- noqa: PRS
        list_prepend(512.0::double, list_transform(range(1, 52), lambda halving: 512.0::double / 2 ** halving)),
        lambda t, step: t + case when statistics.student_two_sided(t, df) > alpha then step else -step end
    );
