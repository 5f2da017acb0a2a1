-- One sentence that prints the verdict of a gate on one measure.
--
-- source: statistics.gate
-- params:
--   measure: printed name of the measure
--   verdict: verdict of statistics.gate
--   difference: the new run's score minus the old run's score
--   low: lower end of the interval for the difference
--   high: upper end of the interval
--   margin: largest acceptable loss; null for no margin
--   num_topics: topics of the comparison
--   smallest_detectable: smallest loss that num_topics topics can detect with a power of 80 %
--   reason: reason column of statistics.gate
-- returns: the sentence
-- example: select statistics.gate_finding('RR', 'not worse', -0.012, -0.03, 0.006, 0.05, 53, 0.026, null) as sentence
create or replace macro statistics.gate_finding(
    measure, verdict, difference, low, high, margin, num_topics, smallest_detectable, reason
) as
    measure || ': ' || verdict || ', '
    || case
        when difference is null then 'undefined difference over ' || num_topics || ' topics'
        when difference = 0 and low = high then 'equal on all ' || num_topics || ' topics'
        else
            case
                when abs(difference) < 5e-5::double then 'equal to 4 decimals'
                when difference < 0 then 'lower by ' || format('{:.4f}', -difference::double)
                else 'higher by ' || format('{:.4f}', difference::double)
            end
            || case
                when verdict = 'not worse' and abs(difference) <= margin then ', within the margin of ' || margin::double
                else ''
            end
            || coalesce(' (' || format('{:.4f}', low::double) || ' to ' || format('{:.4f}', high::double) || ')', '')
            || ' over ' || num_topics || case when num_topics = 1 then ' topic' else ' topics' end
    end
    || case
        when verdict = 'not shown to be worse' and smallest_detectable is not null
            then '; so many topics detect a loss of ' || format('{:.4f}', smallest_detectable::double)
            || ' with a power of 80%'
        else ''
    end
    || coalesce(if(verdict in ('worse', 'not worse'), ', ', '; ') || reason, '') || '.';
