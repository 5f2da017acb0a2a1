-- AP correlation of two rankings that may both have ties, without a true ranking: Kendall's tau with more weight on swaps
-- at the top.
--
-- source: J. Urbano and M. Marrero, "The treatment of ties in AP correlation", ICTIR 2017, tau_ap,b; 'tauap_b' of
--     autojudge-evaluate
-- returns: from -1 to 1; pairs with a null are left out; null if all values of a list are tied
-- caveats: symmetric: the mean of walking down either ranking (statistics.tau_ap walks down only the estimated ranking). Items
--     tied with the current item are not above it; a tie in the other list is an error. Round system means to twelve decimals
--     first, or float noise breaks ties
-- example: select statistics.tau_ap_b([0.9, 0.8, 0.7, 0.6], [0.8, 0.9, 0.7, 0.6])
create or replace macro statistics.tau_ap_b(xs, ys) as
    list_transform(
        [struct_pack(xs := statistics.known(xs, ys), ys := statistics.known(ys, xs))],
        lambda given: (statistics.shares_above(given.xs, given.ys) + statistics.shares_above(given.ys, given.xs)) - 1
    )[1];
