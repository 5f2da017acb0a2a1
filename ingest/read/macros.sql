-- Macros of several readers. Numbers: only the usual notation, without others that DuckDB casts (1_000, +-1, 0x10), with or
-- without blanks around it; null for other texts. nan and infinity are numbers here, and readers report them as not finite.
create or replace temp macro as_number(written) as
    case
        when regexp_full_match(trim(written), '(?i)[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?|[+-]?(nan|inf|infinity)')
            then try_cast(trim(written) as double)
    end;

create or replace temp macro as_whole_number(written) as
    case when regexp_full_match(trim(written), '[+-]?[0-9]+') then try_cast(trim(written) as bigint) end;

-- Characters that are not allowed in ids: control characters, invisible marks (of direction, of no width), and blanks other than
-- a plain one; as in staging.unfit_signs.
create or replace temp macro has_unfit_sign(id) as
    regexp_matches(id, '[\p{C}\p{Zl}\p{Zp}\x{a0}\x{1680}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}]');

-- Whether a text can be the id of a text of users: not empty, without those characters and blanks, which separate the columns of
-- labels and runs, and at most 2,048 bytes.
create or replace temp macro own_id_fits(id) as
    id <> '' and strlen(id) <= 2048 and not contains(id, ' ') and not has_unfit_sign(id);
