-- Convert a stopping rule, or a list of rules, to a list, so that macros accept both 'heuristic' and
-- ['official', 'budget:400'].
--
-- source: dltrack
-- params:
--   stop_rules: one rule or a list of rules
-- returns: list of texts
-- example: select judging.stop_rule_list('heuristic'), judging.stop_rule_list(['official', 'budget:400'])
create or replace macro judging.stop_rule_list(stop_rules) as
    string_split(translate(cast(stop_rules as varchar), '[]'' ', ''), ',');
