-- Root mean square error between two equally long lists, for example of the scores of a run and of its reproduction.
--
-- source: T. Breuer and others, "How to measure the reproducibility of system-oriented IR experiments", SIGIR 2020;
--     repro_eval's RMSE
-- returns: 0 or more; pairs with a null are left out; null if there are no other pairs, or if a value is NaN or infinite
-- example: select statistics.rmse([0.5, 0.4, 0.9], [0.5, 0.6, 0.8])
create or replace macro statistics.rmse(xs, ys) as
    list_transform(
        [list_avg([(pair[1] - pair[2]) ** 2 for pair in list_zip(xs, ys)])],
        lambda square: case when isfinite(square) then sqrt(square) end
    )[1];
