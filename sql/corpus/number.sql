-- The number at the end of an official id, from its digits: all code that reads a corpus uses this rule.
--
-- source: id schemes of MS MARCO
-- params:
--   digits: the end of an id, as text
-- returns: bigint; null if the number, converted back to text, differs from the digits ('+7', '007', '7.0'), or if it is not
--   below corpus.numbers_per_bundle
-- example:
--   select corpus.number('4847600000'), corpus.number('007');  -- 4847600000, null
create or replace macro corpus.number(digits) as
    case
        when try_cast(digits as ubigint)::varchar = digits and try_cast(digits as ubigint) < corpus.numbers_per_bundle()
            then try_cast(digits as ubigint)::bigint
    end;
