-- Concordant minus discordant pairs of two equally long lists, the numerator of Kendall's tau.
--
-- source: M. G. Kendall, "The treatment of ties in ranking problems", Biometrika 33 (1945), S
-- params:
--   xs: list of numbers
--   ys: list of numbers in the same order
-- returns: number of pairs ordered alike minus number ordered oppositely; pairs tied in either list or with an unknown
--     value count 0
-- example:
--   select statistics.kendall_sign_sum([1, 2, 3], [1, 3, 2]);
create or replace macro statistics.kendall_sign_sum(xs, ys) as
    list_sum(
        list_transform(
            range(len(xs)),
            lambda i: list_sum(
                list_transform(
                    range(i),
                    lambda j: sign(xs[i + 1] - xs[j + 1]) * sign(ys[i + 1] - ys[j + 1])
                )
            )
        )
    );
