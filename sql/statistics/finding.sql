-- One sentence on the comparison of two runs: difference with interval, effect size, p-value, power, topics needed, and the
-- probability that the first run is better.
--
-- source: statistics.compare_runs, statistics.effect_sizes; names of effect sizes from J. Cohen, "Statistical Power Analysis
--     for the Behavioral Sciences" (1988), section 2.2: 0.2 small, 0.5 medium, 0.8 large
-- params:
--   run_a: first run
--   run_b: second run
--   measure: printed name of the measure
--   num_q: number of topics of the comparison
--   mean_difference: mean of run_a minus mean of run_b
--   low: lower end of the 95 % interval of mean_difference
--   high: upper end of the interval
--   effect_size: Cohen's d_z: mean of the differences over their standard deviation
--   p_value: p-value of the paired t-test
--   power: power of this test for a true difference equal to mean_difference
--   topics_needed: number of topics for a power of 80 %
--   prob_a_better: probability that run_a has the better mean
-- returns: the sentence; without an effect size, the sentence with the reason: a single topic, or the same difference on every
--     topic
-- example: select statistics.finding('a', 'b', 'nDCG@10', 53, 0.0148, -0.02, 0.05, 0.11, 0.425, 0.124, 645, 0.79)
create or replace macro statistics.finding(
    run_a,
    run_b,
    measure,
    num_q,
    mean_difference,
    low,
    high,
    effect_size,
    p_value,
    power,
    topics_needed,
    prob_a_better
) as
    case
        when effect_size is null and mean_difference = 0 and num_q > 1
            then measure || ': ' || run_a || ' and ' || run_b || ' are equal on all ' || num_q || ' topics.'
        when effect_size is null
            then measure || ': ' || run_a || ' - ' || run_b || ' = ' || format('{:.4f}', mean_difference::double)
            || case
                when num_q > 1 then ' on each of ' || num_q || ' topics: without spread, '
                else ' on a single topic: '
            end
            || 'no interval, effect size or power can be computed.'
        else
            measure || ': ' || run_a || ' - ' || run_b || ' = ' || format('{:.4f}', mean_difference::double)
            || ' (95% interval ' || format('{:.4f}', low::double) || ' to ' || format('{:.4f}', high::double)
            || '), a '
            || case
                when abs(effect_size) < 0.2 then 'less than small'
                when abs(effect_size) < 0.5 then 'small'
                when abs(effect_size) < 0.8 then 'medium'
                else 'large'
            end
            || ' effect on Cohen''s scale (d = ' || format('{:.2f}', effect_size::double) || '), p '
            || case when p_value < 0.001 then '< 0.001' else '= ' || format('{:.3f}', p_value::double) end
            || '; ' || num_q || ' topics detect a difference of this size with a power of '
            || case
                when power > 0.995 then 'over 99%'
                else round(100 * power::double)::integer || '%'
            end
            || coalesce(', ' || format('{:,}', topics_needed::bigint) || ' topics with 80%', '')
            || coalesce(
                '; the probability that ' || run_a || ' is better is '
                || case
                    when prob_a_better > 0.995 then 'over 99%'
                    when prob_a_better < 0.005 then 'under 1%'
                    else round(100 * prob_a_better::double)::integer || '%'
                end,
                ''
            )
            || '.'
    end;
