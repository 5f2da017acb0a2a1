-- The difference of two values of a measure, to twelve decimals. This rule decides whether two runs are equal on a topic and
-- whether two differences have the same size. Values that are known to fewer decimals are equal if they agree when rounded to
-- that number of decimals; equality is therefore transitive.
--
-- source: sums of the same gains in a different order differ in the 16th digit. Values of a measure that really differ are at
--     least 1e-10 apart, e.g. if a relevant item moves from rank 1000 to 1001 in a topic with thousands of relevant items.
--     Runs are ordered by twelve decimals as well
-- params:
--   a: a value
--   b: another value
--   decimals: number of decimals for comparing values; null if the values are not rounded
-- returns: a - b without float noise, exactly 0 if the two are equal
-- example: select statistics.difference(0.1 + 0.2::double, 0.3), statistics.difference(0.7494, 0.74938, decimals := 4)
create or replace macro statistics.difference(a, b, decimals := null) as
    case
        when abs(a - b) < 5e-13::double then 0
        when decimals < 12 and round(a::double, decimals::integer) = round(b::double, decimals::integer) then 0
        else round(a - b, 12)
    end;
