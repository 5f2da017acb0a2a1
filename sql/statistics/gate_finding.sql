-- The verdict of a gate on one measure, as a sentence.
--
-- source: statistics.gate
-- params:
--   measure: printed name of the measure
--   verdict: this and all other parameters as in statistics.gate
--   difference: the new run's score minus the old one's
--   low: lower end of the interval of difference
--   high: upper end
--   margin: largest acceptable loss; null for no margin
--   num_topics: topics of the comparison
--   smallest_detectable: smallest loss that this number of topics shows
--   reason: why there is no verdict or nothing is shown, or what a verdict is based on
-- returns: the sentence
-- example: select statistics.gate_finding('RR', 'not worse', -0.012, -0.03, 0.006, 0.05, 53, 0.026, null) as sentence
create or replace macro statistics.gate_finding(
    measure, verdict, difference, low, high, margin, num_topics, smallest_detectable, reason
) as
    measure || ': ' || verdict || ', '
    || case
        when difference is null then 'no difference over ' || num_topics || ' topics'
        when difference = 0 and low = high then 'equal on all ' || num_topics || ' topics'
        else
            case
                when abs(difference) < 5e-5::double then 'no higher and no lower'
                when difference < 0 then 'lower by ' || format('{:.4f}', -difference::double)
                else 'higher by ' || format('{:.4f}', difference::double)
            end
            || case
                when verdict = 'not worse' and abs(difference) <= margin then ', within ' || margin::double
                else ''
            end
            || coalesce(' (' || format('{:.4f}', low::double) || ' to ' || format('{:.4f}', high::double) || ')', '')
            || ' over ' || num_topics || case when num_topics = 1 then ' topic' else ' topics' end
    end
    || case
        when verdict = 'not shown to be worse' and smallest_detectable is not null
            then '; so many show a loss of ' || format('{:.4f}', smallest_detectable::double) || ' with a power of 80%'
        else ''
    end
    || coalesce(if(verdict in ('worse', 'not worse'), ', ', '; ') || reason, '') || '.';
