-- A few names as a sentence has them, of more of them only how many there are.
--
-- source: dltrack
-- params:
--   names: list of names
--   most: so many are named
--   what: what there are so many of, in the plural
-- returns: varchar, like 'a', 'a and b', 'a, b and c' or '62 runs'; null for no names
-- example: select statistics.enumerated(['p_bm25', 'p_tct'], 3, 'runs') as named
create or replace macro statistics.enumerated(names, most, what) as
    case
        when len(names) > most then len(names) || ' ' || what
        when len(names) > 1 then array_to_string(names[:-2], ', ') || ' and ' || names[-1]
        else names[1]
    end;
