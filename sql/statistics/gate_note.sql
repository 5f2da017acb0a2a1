-- How the verdicts of a gate come about, in one sentence under them.
--
-- source: statistics.gate, with a confidence of 95 %
-- params:
--   margin: loss that does not matter; null where none is named
--   num_measures: measures that were asked for
--   trials: number of sign flips
-- returns: a sentence
-- example: select statistics.gate_note(0.05, 3) as note
create or replace macro statistics.gate_note(margin, num_measures, trials := 10000) as
    'worse: the 95% interval lies on the side of a loss'
    || coalesce(
        ' and reaches beyond ' || margin::double || '; not worse: it reaches no loss of more than ' || margin::double, ''
    )
    || case
        when num_measures > 1
            then
            '; chance alone makes a measure worse in 2.5% of cases, all ' || num_measures || ' together (largest t of '
            || format('{:,}', trials::bigint) || ' sign flips)'
        else '; chance alone makes it worse in 2.5% of cases (t-test)'
    end;
