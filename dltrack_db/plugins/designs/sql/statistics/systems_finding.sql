-- The result of a comparison of two systems in words: the difference, what each p-value answers, and how many seeds would
-- detect a difference of this size.
--
-- source: statistics.compare_systems
-- params:
--   system_a: first system
--   system_b: second system
--   measure: printed name of the measure
--   num_q: number of topics
--   num_seeds: number of seeds of each system
--   mean_difference: mean of the first system minus mean of the second
--   low: lower end of the 95 % interval of mean_difference
--   high: upper end of the 95 % interval of mean_difference
--   p_systems: p-value for other seeds and topics
--   p_these_runs: p-value for other topics
--   seeds_needed: number of seeds per system for a power of 80 %
--   untested: reason that p_systems is null
-- returns: the text; if p_systems is null, with the reason and its meaning
-- example: select statistics.systems_finding('a', 'b', 'nDCG@10', 53, 3, 0.03, -0.01, 0.07, 0.12, 0.04, 7, null)
create or replace macro statistics.systems_finding(
    system_a,
    system_b,
    measure,
    num_q,
    num_seeds,
    mean_difference,
    low,
    high,
    p_systems,
    p_these_runs,
    seeds_needed,
    untested
) as
    measure || ': ' || system_a || ' - ' || system_b || ' = ' || coalesce(format('{:.4f}', mean_difference::double), 'unknown')
    || coalesce(
        ' (95% interval for other seeds and topics ' || format('{:.4f}', low::double) || ' to '
        || format('{:.4f}', high::double) || ')',
        ''
    )
    || ' over ' || num_q || ' topics and ' || num_seeds || case when num_seeds = 1 then ' seed' else ' seeds' end || ' of each; '
    || coalesce(
        'would another training show a difference? p_systems '
        || case when p_systems < 0.001 then '< 0.001' else '= ' || format('{:.3f}', p_systems::double) end || '; ',
        ''
    )
    || coalesce(
        'would these runs differ on other topics? p_these_runs '
        || case when p_these_runs < 0.001 then '< 0.001' else '= ' || format('{:.3f}', p_these_runs::double) end,
        'there is no test over topics'
    )
    || case
        when untested = 'one seed of each system'
            then '. One seed of each system cannot show whether another training would show a difference: load runs '
            || 'with other seeds'
        when untested is not null then '. p_systems cannot be computed: ' || untested
        when mean_difference = 0 then ''
        when seeds_needed is null
            then '. Even 100 seeds of each would not find a difference of this size with a power of 80%: use more topics, '
            || 'not more seeds'
        else '. ' || seeds_needed || ' seeds of each would find a difference of this size with a power of 80% on these '
            || num_q || ' topics'
    end || '.';
