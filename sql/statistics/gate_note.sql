-- One sentence on how the verdicts of a gate are defined and how often they are wrong, printed under the verdicts.
--
-- source: statistics.gate, with a confidence of 95 %; false alarms as simulated (docs/ci.md)
-- params:
--   margin: largest acceptable loss; null for no margin
--   num_measures: number of requested measures
-- returns: the sentence
-- example: select statistics.gate_note(0.05, 3) as note
create or replace macro statistics.gate_note(margin, num_measures) as
    'worse: the whole 95% interval of the difference is a loss'
    || case
        when margin is null then '; for the verdict ''not worse'', set the largest acceptable loss (by)'
        else
            ', and its largest loss exceeds ' || margin::double || '; not worse: the interval contains no loss above '
            || margin::double
    end
    || '; probability of a false ''worse'': 2.5%'
    || case when num_measures > 1 then ' for the ' || num_measures || ' measures together' else '' end
    || ' if gains and losses are about symmetric; up to about 9% with few topics and a few large gains among many small losses';
