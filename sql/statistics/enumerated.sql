-- A list of names as text for a sentence: the names if they are few, otherwise only their number.
--
-- source: dltrack
-- params:
--   names: list of names
--   most: largest number of names to list
--   what: the noun for the number, in the plural
-- returns: varchar, such as 'a', 'a and b', 'a, b and c' or '62 runs'; null for no names
-- example: select statistics.enumerated(['p_bm25', 'p_tct'], 3, 'runs') as named
create or replace macro statistics.enumerated(names, most, what) as
    case
        when len(names) > most then len(names) || ' ' || what
        when len(names) > 1 then array_to_string(names[:-2], ', ') || ' and ' || names[-1]
        else names[1]
    end;
