-- The current name of a tie rule; an unknown name is an error.
--
-- source: dltrack; the names say how items are ordered, see metrics.orders
-- params:
--   tie_rule: 'float', 'double', 'submitted' or 'ascending', or null; also the names of release 0.1, 'trec_eval9' and
--     'trec_eval10'
-- returns: varchar; null for null
-- caveats: The old names are accepted through 0.2. An unknown name stops the query instead of returning no rows.
-- example: select metrics.known_tie_rule('trec_eval9'), metrics.known_tie_rule('double')
create or replace macro metrics.known_tie_rule(tie_rule) as
    case tie_rule
        when 'float' then 'float'
        when 'double' then 'double'
        when 'submitted' then 'submitted'
        when 'ascending' then 'ascending'
        when 'trec_eval9' then 'float'
        when 'trec_eval10' then 'double'
        else case
            when tie_rule is not null
                then error('there is no tie rule ''' || tie_rule || '''; use float, double, submitted or ascending')
        end
    end;
