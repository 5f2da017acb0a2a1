-- Check of the persistence parameter of rank-biased overlap.
--
-- source: W. Webber, A. Moffat and J. Zobel, "A similarity measure for indefinite rankings", ACM TOIS 28 (2010)
-- params:
--   p: how far down a reader looks
-- returns: p; an error if p is not between 0 and 1
-- example: select statistics.rbo_p(0.9)
create or replace macro statistics.rbo_p(p) as
    case
        when p > 0 and p < 1 then cast(p as double)
        when p is not null then error('p of rank-biased overlap must lie between 0 and 1, both excluded')
    end;
