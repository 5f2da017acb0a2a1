-- Owen's T function: for two independent standard normal variables, the probability that the first is above h and the
-- second is between 0 and a times the first.
--
-- source: D. B. Owen, "Tables for computing bivariate normal probabilities", Annals of Mathematical Statistics 27 (1956),
--     for a above 1 by his identity; the integral over the angle by the tanh-sinh rule; scipy.special.owens_t
-- params:
--   h: any number; its sign is ignored
--   a: 0 or more
-- returns: from 0 to 0.25, accurate to 1e-14; null if an argument is null
-- example: select statistics.owens_t(1.0, 0.5)
create or replace macro statistics.owens_t(h, a) as
    list_transform(
        [struct_pack(
            h := abs(cast(h as double)),
            a := cast(a as double),
            -- the smaller of the angles of a and 1 / a, for which the integrand is smooth
            half_square := (cast(h as double) * greatest(cast(a as double), 1)) ** 2 / 2,
            angle := atan(least(cast(a as double), 1 / nullif(cast(a as double), 0)))
        )],
        lambda given: case
            when given.h is not null and given.a > 1
                then statistics.normal_two_sided(given.h) / 4 + statistics.normal_two_sided(given.a * given.h) / 4
                - statistics.normal_two_sided(given.h) * statistics.normal_two_sided(given.a * given.h) / 4
            else 0
        end
        + case when given.a > 1 then -1 else 1 end * given.angle / (2 * pi()) * list_sum([
            exp(-given.half_square / cos(given.angle / (1 + exp(-pi() * sinh(u / 8)))) ** 2)
            * pi() * cosh(u / 8) / 8
            * exp(-pi() * sinh(u / 8)) / (1 + exp(-pi() * sinh(u / 8))) ** 2
            for u in range(-24, 25)
        ])
    )[1];
