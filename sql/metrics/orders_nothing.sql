-- Whether the scores of a ranking order nothing: it has two items or more, and all have the same score.
--
-- source: dltrack; metrics.place has the tie rules, which then order all items
-- params:
--   tie_rule: rule by which the scores are compared
--   num_ret: items of the ranking
--   lowest: their lowest score
--   highest: their highest score
-- returns: boolean; false under 'submitted', which goes by the rank column
-- example: select metrics.orders_nothing('double', 100, 0, 0), metrics.orders_nothing('submitted', 100, 0, 0)
create or replace macro metrics.orders_nothing(tie_rule, num_ret, lowest, highest) as
    num_ret > 1
    and case metrics.known_tie_rule(tie_rule)
        when 'submitted' then false
        when 'float' then metrics.float_score(lowest) = metrics.float_score(highest)
        else lowest = highest
    end;
