-- The present name of a tie rule; an unknown name is an error.
--
-- source: dltrack; the names say what decides between equal scores, see metrics.orders
-- params:
--   tie_rule: 'float', 'double', 'submitted' or 'ascending', or null; also what 0.1 called them, 'trec_eval9' and 'trec_eval10'
-- returns: varchar; null for null
-- caveats: The old names are taken through 0.2. A name that is not known stops the query instead of giving no rows.
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
                then error('there is no tie rule ''' || tie_rule || '''; there are float, double, submitted and ascending')
        end
    end;
