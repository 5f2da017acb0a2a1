-- What readers have in common, as macros. Numbers: what files write as a number, and nothing else that DuckDB casts (1_000, +-1, 0x10). Blanks around it
-- do not count; null where the text is none. nan and infinity are numbers here, for the readers say that they are not finite.
create or replace temp macro as_number(written) as
    case
        when regexp_full_match(trim(written), '(?i)[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?|[+-]?(nan|inf|infinity)')
            then try_cast(trim(written) as double)
    end;

create or replace temp macro as_whole_number(written) as
    case when regexp_full_match(trim(written), '[+-]?[0-9]+') then try_cast(trim(written) as bigint) end;
