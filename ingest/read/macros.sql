-- Macros that several readers share. as_number accepts only the usual notation, with or without blanks around it, and not the
-- other notations that DuckDB casts (1_000, +-1, 0x10); it is null for other texts. nan and infinity are accepted as numbers, and
-- the readers report that they are not finite.
create or replace temp macro as_number(written) as
    case
        when regexp_full_match(trim(written), '(?i)[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?|[+-]?(nan|inf|infinity)')
            then try_cast(trim(written) as double)
    end;

create or replace temp macro as_whole_number(written) as
    case when regexp_full_match(trim(written), '[+-]?[0-9]+') then try_cast(trim(written) as bigint) end;

-- True if an id contains a forbidden character: a control character, an invisible character (direction marks, characters without
-- width), or a blank other than the plain one. The same characters as in staging.unfit_signs.
create or replace temp macro has_unfit_sign(id) as
    regexp_matches(id, '[\p{C}\p{Zl}\p{Zp}\x{a0}\x{1680}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}]');

-- True if a user's passage or document may have this id: not empty, at most 2,048 bytes, and without forbidden characters and
-- blanks (blanks separate the columns of labels and runs).
create or replace temp macro own_id_fits(id) as
    id <> '' and strlen(id) <= 2048 and not contains(id, ' ') and not has_unfit_sign(id);
