-- The probability that the first of three shares is the largest if they follow a Dirichlet distribution.
--
-- source: A. Benavoli and others, JMLR 18 (2017), section 4.2, which estimates this probability by random draws; here Simpson's
--     rule over the first share, with the exact probability that the other two are smaller (given the first share, their split
--     is beta-distributed)
-- params:
--   a: weight of the first share, above 0: its count plus its prior
--   b: weight of the second share, above 0
--   c: weight of the third share, above 0
-- returns: from 0 to 1, accurate to about 1e-5
-- example: select statistics.largest_share(30.5, 3.5, 20)
create or replace macro statistics.largest_share(a, b, c) as
    list_transform(
        [struct_pack(a := cast(a as double), b := cast(b as double), c := cast(c as double))],
        lambda given: 1 - statistics.incomplete_beta(0.5, given.a, given.b + given.c) + list_sum([
            case when node in (0, 128) then 1 when node % 2 = 1 then 4 else 2 end / 3 / 128 / 6
            * exp(
                (given.a - 1) * ln(1 / 3 + node / 768) + (given.b + given.c - 1) * ln(2 / 3 - node / 768)
                + lgamma(given.a + given.b + given.c) - lgamma(given.a) - lgamma(given.b + given.c)
            )
            * (
                statistics.incomplete_beta((1 / 3 + node / 768) / (2 / 3 - node / 768), given.c, given.b)
                - statistics.incomplete_beta(1 - (1 / 3 + node / 768) / (2 / 3 - node / 768), given.c, given.b)
            )
            for node in range(129)
        ])
    )[1];
