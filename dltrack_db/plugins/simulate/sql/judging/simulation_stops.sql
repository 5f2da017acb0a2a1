-- One row for each topic, trial and stopping rule: how many judgments the rule requires, and how many relevant items are among
-- them.
--
-- source: TREC 2019 overview, section 4 (heuristic), section 5.2 and table 7 (budgets, original size)
-- grain: simulation, trial, query_id, stop_rule
-- params:
--   stop_rules: one rule or a list of rules; null for the rule of each simulation. Rules: 'heuristic' (the number of
--     judgments in judging.heuristic_judgments, at most 1000); 'official' (as many judgments as official labels); 'budget:K'
--     (K judgments after the first, as in table 7); 'fixed:J' (J judgments); 'all' (all candidates)
--   drops_always: as in judging.heuristic_judgments
-- columns:
--   collection, trial, query_id, stop_rule
--   num_labels: number of judgments that the rule requires, at most the number of candidates
--   num_rel: number of relevant items among these judgments
--   is_reached: whether the trace has as many judgments as required; if not, num_labels and num_rel are lower bounds
--   is_included: whether the topic is evaluated: for 'heuristic', if at least 3 items and at most 0.6 of the judged items are
--     relevant; for 'budget', if at least 3 items are relevant; for other rules, always
-- needs: studies
-- caveats: an unknown rule is an error. Topics that are not evaluated have rows, too
-- example: select stop_rule, sum(num_labels) from judging.simulation_stops(['official', 'budget:400']) group by all
create or replace macro judging.simulation_stops(stop_rules := null, growth := null, drops_always := false, with_omitted := true) as table
with
relevant as (
    select
        traces.simulation,
        traces.trial,
        traces.query_id,
        count(*) as trace_length,
        list(traces.step order by traces.step) filter (where traces.judged_as >= simulations.min_relevance) as steps,
    from main.simulation_traces as traces
    inner join main.simulations as simulations on traces.simulation = simulations.simulation
    where with_omitted or simulations.omitted_team is null
    group by traces.simulation, traces.trial, traces.query_id
),

asked as (
    select
        simulations.simulation,
        simulations.collection,
        coalesce(growth, simulations.growth) as growth,
        unnest(
            coalesce(judging.stop_rule_list(stop_rules), [simulations.stop_rule])
        ) as stop_rule,
    from main.simulations as simulations
    where with_omitted or simulations.omitted_team is null
),

rules as (
    select
        asked.simulation,
        asked.collection,
        asked.growth,
        asked.stop_rule,
        split_part(asked.stop_rule, ':', 1) as kind,
        try_cast(split_part(asked.stop_rule, ':', 2) as integer) as bound,
    from asked
),

traces as (
    select
        relevant.simulation,
        rules.collection,
        relevant.trial,
        relevant.query_id,
        rules.stop_rule,
        rules.kind,
        relevant.trace_length,
        topics.num_candidates,
        coalesce(relevant.steps, []) as steps,
        case
            when rules.stop_rule = 'heuristic' then judging.heuristic_judgments(
                coalesce(relevant.steps, []),
                topics.pool_size,
                least(1000, topics.num_candidates),
                rules.growth,
                drops_always
            )
            when rules.stop_rule = 'official' then topics.num_judged
            when rules.stop_rule = 'all' then topics.num_candidates
            when rules.kind = 'budget' and rules.bound > 0 then rules.bound + 1
            when rules.kind = 'fixed' and rules.bound > 0 then rules.bound
            else error(
                'unknown stopping rule ''' || rules.stop_rule
                || '''; it must be heuristic, official, budget:K, fixed:J or all'
            )
        end as num_asked,
    from relevant
    inner join rules on relevant.simulation = rules.simulation
    inner join main.simulation_topics as topics
        on relevant.simulation = topics.simulation and relevant.query_id = topics.query_id
),

counted as (
    select
        traces.simulation,
        traces.collection,
        traces.trial,
        traces.query_id,
        traces.stop_rule,
        traces.kind,
        least(traces.num_asked, traces.trace_length) as num_labels,
        judging.found_within(traces.steps, traces.num_asked) as num_rel,
        traces.trace_length >= least(traces.num_asked, traces.num_candidates) as is_reached,
    from traces
)

select
    counted.simulation,
    counted.collection,
    counted.trial,
    counted.query_id,
    counted.stop_rule,
    counted.num_labels,
    counted.num_rel,
    counted.is_reached,
    (counted.kind not in ('heuristic', 'budget') or counted.num_rel >= 3)
    and (counted.kind <> 'heuristic' or counted.num_rel <= 0.6 * counted.num_labels) as is_included,
from counted;
