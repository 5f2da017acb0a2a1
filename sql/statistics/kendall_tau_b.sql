-- Kendall's tau-b between two equally long lists, corrected for ties.
--
-- source: M. G. Kendall, "The treatment of ties in ranking problems", Biometrika 33 (1945); the tau of the TREC 2019
--     overview, section 5, and of NIST's tau.pl
-- returns: (concordant - discordant) / sqrt(pairs untied in xs * pairs untied in ys), from -1 to 1; null if all values of a
--     list are tied
-- caveats: both lists must have the same order of items; round system means to four decimals first, or float noise makes equal
--     means differ
-- example:
--   select statistics.kendall_tau_b([1, 2, 3], [1, 3, 2]);
create or replace macro statistics.kendall_tau_b(xs, ys) as
    statistics.kendall_sign_sum(xs, ys)
    / nullif(sqrt(statistics.kendall_untied(xs, ys) * statistics.kendall_untied(ys, xs)), 0);
