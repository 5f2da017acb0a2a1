-- Whether all items of a ranking have the same score, so that the scores do not order the ranking; false for a single item.
--
-- source: dltrack; the tie rule (metrics.place) then determines the whole order
-- params:
--   tie_rule: tie rule of the ranking
--   num_ret: number of items in the ranking
--   lowest: lowest score of the items
--   highest: highest score of the items
-- returns: boolean; false under 'submitted', which uses the rank column
-- example: select metrics.orders_nothing('double', 100, 0, 0), metrics.orders_nothing('submitted', 100, 0, 0)
create or replace macro metrics.orders_nothing(tie_rule, num_ret, lowest, highest) as
    num_ret > 1
    and case metrics.known_tie_rule(tie_rule)
        when 'submitted' then false
        when 'float' then metrics.float_score(lowest) = metrics.float_score(highest)
        else lowest = highest
    end;
