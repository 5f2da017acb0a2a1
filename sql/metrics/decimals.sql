-- How many decimals a number is written with: '0.7500' with 4, '2.5e-03' with 4, '1' with none.
--
-- source: a rounded number says no more than its last digit does
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
