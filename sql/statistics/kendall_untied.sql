-- Pairs that differ in the first of two equally long lists, among those known in both.
--
-- source: M. G. Kendall, "The treatment of ties in ranking problems", Biometrika 33 (1945)
-- params:
--   xs: list of numbers
--   ys: list of numbers in the same order
-- returns: number of pairs with different xs whose xs and ys are both known
-- example:
--   select statistics.kendall_untied([1, 1, 3], [1, 3, 2]);
create or replace macro statistics.kendall_untied(xs, ys) as
    list_sum(
        list_transform(
            range(len(xs)),
            lambda i: list_sum(
                list_transform(
                    range(i),
                    -- the second term adds nothing but makes a pair unknown in ys unknown here
                    lambda j: abs(sign(xs[i + 1] - xs[j + 1])) + 0 * sign(ys[i + 1] - ys[j + 1])
                )
            )
        )
    );
