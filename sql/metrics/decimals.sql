-- The number of decimal places of a number that is written as text: 4 for '0.7500' and '2.5e-03', 0 for '1'.
--
-- source: a rounded number is only as precise as its last digit
-- params:
--   written: the number as text
-- returns: whole number from 0 to 99; null for null
-- example: select metrics.decimals('0.7500'), metrics.decimals('2.5e-03')
create or replace macro metrics.decimals(written) as
    case
        when written is not null
            then greatest(
                0,
                least(
                    99,
                    len(regexp_extract(written, '\.([0-9]*)', 1))
                    - coalesce(try_cast(nullif(regexp_extract(written, '[eE](.*)$', 1), '') as integer), 0)
                )
            )::utinyint
    end;
