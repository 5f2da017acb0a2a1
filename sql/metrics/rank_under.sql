-- The position of an item under a tie rule, selected from the item's positions under the four rules.
--
-- source: metrics.place defines the rules; main.judged_rankings and metrics.orders contain the positions
-- params:
--   tie_rule: 'float', 'double', 'submitted' or 'ascending'
--   by_float: position by scores as 4-byte floats
--   by_double: position by scores as doubles
--   by_submitted: position by the rank column
--   by_ascending: position by scores as doubles, ties by ascending ids
-- returns: integer; null for any other rule
-- example: select metrics.rank_under('double', 1, 2, 3, 4)
create or replace macro metrics.rank_under(tie_rule, by_float, by_double, by_submitted, by_ascending) as
    case tie_rule
        when 'float' then by_float
        when 'double' then by_double
        when 'submitted' then by_submitted
        when 'ascending' then by_ascending
    end;
