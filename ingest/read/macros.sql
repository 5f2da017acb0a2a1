-- What readers have in common, as macros. Numbers: what files write as a number, and nothing else that DuckDB casts (1_000, +-1, 0x10). Blanks around it
-- do not count; null where the text is none. nan and infinity are numbers here, for the readers say that they are not finite.
create or replace temp macro as_number(written) as
    case
        when regexp_full_match(trim(written), '(?i)[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?|[+-]?(nan|inf|infinity)')
            then try_cast(trim(written) as double)
    end;

create or replace temp macro as_whole_number(written) as
    case when regexp_full_match(trim(written), '[+-]?[0-9]+') then try_cast(trim(written) as bigint) end;

-- Signs that no id has: control characters, marks that do not show (of direction, of no width), and blanks other than a
-- plain one; as staging.unfit_signs.
create or replace temp macro has_unfit_sign(id) as
    regexp_matches(id, '[\p{C}\p{Zl}\p{Zp}\x{a0}\x{1680}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}]');

-- Whether a text can be the id of a text of users: it is not empty, has no sign of those and no blank, which separates the
-- columns of labels and runs, and at most 2,048 bytes.
create or replace temp macro own_id_fits(id) as
    id <> '' and strlen(id) <= 2048 and not contains(id, ' ') and not has_unfit_sign(id);
