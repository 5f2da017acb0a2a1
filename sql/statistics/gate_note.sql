-- The rule of a gate, as a sentence under its verdicts.
--
-- source: statistics.gate, with a confidence of 95 %; false alarms as simulated (docs/ci.md)
-- params:
--   margin: largest acceptable loss; null for no margin
--   num_measures: number of requested measures
-- returns: the sentence
-- example: select statistics.gate_note(0.05, 3) as note
create or replace macro statistics.gate_note(margin, num_measures) as
    'worse: the whole 95% interval is a loss'
    || case
        when margin is null then '; to show that a run is not worse, name a loss that does not matter (by)'
        else
            ', and part of it more than ' || margin::double || '; not worse: no part of it is a loss of more than '
            || margin::double
    end
    || '; false alarms: 2.5%'
    || case when num_measures > 1 then ' of all ' || num_measures || ' measures together' else '' end
    || ' if gains and losses are about symmetric; up to about 9% with few topics and a few large gains among many small losses';
