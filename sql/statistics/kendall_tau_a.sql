-- Kendall's tau-a between two equally long lists: ties are neither agreement nor disagreement.
--
-- source: M. G. Kendall, "A new measure of rank correlation", Biometrika 30 (1938)
-- returns: (concordant - discordant) / all pairs, from -1 to 1; null for fewer than two pairs without nulls
-- caveats: both lists must have the same order of items; round system means to four decimals first, or float noise makes equal
--     means differ
-- example:
--   select statistics.kendall_tau_a([1, 2, 3], [1, 3, 2]);
create or replace macro statistics.kendall_tau_a(xs, ys) as
    statistics.kendall_sign_sum(xs, ys) / nullif(
        len(list_filter(list_zip(xs, ys), lambda pair: pair[1] is not null and pair[2] is not null))
        * (len(list_filter(list_zip(xs, ys), lambda pair: pair[1] is not null and pair[2] is not null)) - 1) / 2,
        0
    );
