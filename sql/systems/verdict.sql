-- Which runs of a leaderboard may be best, in columns and as text.
--
-- source: statistics.compared_with_best, systems.field_by
-- grain: one row; no row if no run has a value of the measure, or the measure has no better direction
-- params:
--   measure: trec_eval's name of the measure
--   runs: the runs of the leaderboard, as a list; null for all ranked runs
-- columns:
--   leaders: list of the best compared runs, several if tied, in order of name; the best of all runs if no run is compared
--   value: score of the leaders
--   num_may_be_best: number of runs that may be best; null if no run is compared
--   num_compared: number of runs that are compared with each other
--   num_runs: number of ranked runs
--   num_topics: topics of the comparison; null if no run has scores per topic
--   note: all of the above as text for people; null for a single run, or if all runs have the same value
-- needs: scored runs
-- example: select note from systems.verdict('sample-passages', 'ndcg_cut_10')
create or replace macro systems.verdict(collection_name, measure, runs := null) as table
with field as materialized (
    select
        field.run_id,
        field.run_id || coalesce(' (' || described.team || ')', '') as name,
        field.value,
        field.direction,
        field.merit,
        case when field.is_testable then field.num_q end as num_q,
        coalesce(field.untested, 'only a mean') as untested,
        -- equal runs of one team are named once
        row_number() over (
            partition by field.is_testable, field.merit, coalesce(described.team, field.run_id) order by field.run_id
        ) = 1 as is_named,
    from systems.field_by([measure], with_unstored := true) as field
    left join main.runs as described
        on field.collection = described.collection and field.run_id = described.run_id
    where
        field.collection = collection_name
        and catalog.has_collections([collection_name])
        and case when runs is null then field.unranked is null else list_contains(runs, field.run_id) end
        and field.merit is not null
),

compared as (
    select
        field.*,
        verdicts.may_be_best,
        verdicts.run_id is not null as is_compared,
        bool_or(verdicts.run_id is not null) over () as has_verdicts,
        min(field.merit) filter (where verdicts.may_be_best) over () as worst_merit,
    from field
    left join statistics.compared_with_best([measure], runs := runs) as verdicts
        on verdicts.collection = collection_name and field.run_id = verdicts.run_id
),

ordered as (
    select
        compared.*,
        compared.is_compared = compared.has_verdicts
        and compared.merit = max(compared.merit) over (partition by compared.is_compared) as is_leader,
    from compared
),

counted as (
    select
        count(*) as num_runs,
        min(ordered.merit) < max(ordered.merit) as is_order,
        any_value(ordered.direction) as direction,
        count(ordered.num_q) as num_testable,
        max(ordered.num_q) as num_topics,
        count(ordered.may_be_best) as num_compared,
        case when any_value(ordered.has_verdicts) then count(*) filter (where ordered.may_be_best) end as num_may_be_best,
        max(ordered.merit) filter (where ordered.is_leader) as best_merit,
        any_value(ordered.value) filter (where ordered.is_leader) as value,
        list(ordered.run_id order by ordered.run_id) filter (where ordered.is_leader) as leaders,
        list(ordered.name order by ordered.run_id) filter (where ordered.is_leader and ordered.is_named) as names,
        list(
            struct_pack(merit := ordered.merit, name := ordered.name, value := ordered.value, reason := ordered.untested)
            order by ordered.merit desc, ordered.run_id asc
        ) filter (where not ordered.is_compared) as untested,
        list(ordered.run_id order by ordered.merit desc, ordered.run_id asc) filter (
            where not ordered.may_be_best and ordered.merit > ordered.worst_merit
        ) as inverted,
    from ordered
    having count(*) > 0
),

described as (
    select
        counted.*,
        list_filter(counted.untested, lambda each: each.merit > counted.best_merit) as above,
    from counted
),

worded as (
    select
        described.*,
        statistics.enumerated(described.names, 3, 'runs') as best_names,
        case when len(described.names) > 1 then ' score ' else ' scores ' end
        || case when described.direction < 0 then 'lowest' else 'highest' end
        || case when len(described.above) > 0 then ' of them' else '' end as scores,
        format('{:.3f}', described.value) as score,
        '(paired t-test' || case when described.num_compared > 2 then 's' else '' end || ' over ' || described.num_topics
        || ' topics, 5 %'
        || case
            when described.num_compared > 2 then ' shared by a run''s ' || (described.num_compared - 1) || ' comparisons'
            else ''
        end || ')' as tests,
        described.num_compared - described.num_may_be_best as num_worse,
    from described
)

select
    worded.leaders,
    worded.value,
    worded.num_may_be_best,
    worded.num_compared,
    worded.num_runs,
    worded.num_topics,
    case
        when not worded.is_order then null
        when worded.num_may_be_best is null
            then worded.best_names || worded.scores || ' in ' || metrics.printed_name(measure) || ', ' || worded.score || '; '
            || case
                when worded.num_testable = 0 then 'without scores per topic nothing shows which runs may be best'
                when worded.num_testable = 1 then 'only one run has scores per topic, so nothing shows which runs may be best'
                when worded.num_topics = 1 then 'a single topic does not show which runs may be best'
                else 'the runs with scores per topic are equal'
            end
        else
            case
                when worded.num_may_be_best = 1
                    then 'Only ' || worded.best_names || ' may be best in ' || metrics.printed_name(measure) || ': it'
                    || worded.scores || ', '
                else
                    'No clear winner in ' || metrics.printed_name(measure) || ': '
                    || case
                        when worded.num_worse > 0 then worded.num_may_be_best || ' of ' || worded.num_compared
                        when worded.num_compared = 2 then 'both'
                        else 'all ' || worded.num_compared
                    end
                    || case when worded.num_compared < worded.num_runs then ' tested' else '' end
                    || ' runs may be best; ' || worded.best_names || worded.scores || ', '
            end
            || worded.score
            || case
                when len(worded.above) > 0
                    then '; ' || worded.above[1].name || ' scores ' || format('{:.3f}', worded.above[1].value)
                    || ' but is not tested (' || worded.above[1].reason || ')'
                    || coalesce(' (and ' || nullif(len(worded.above) - 1, 0) || ' more)', '')
                else ''
            end
            || case
                when worded.num_worse > 1 then '. Each of the other ' || worded.num_worse || ' is significantly worse than some run '
                when worded.num_worse = 1 then '. The other one is significantly worse '
                else '. No run is significantly worse than another '
            end
            || worded.tests
            || case
                when len(worded.inverted) > 0
                    then '; ' || statistics.enumerated(worded.inverted, 3, 'of them')
                    || case when len(worded.inverted) > 1 then ' score ' else ' scores ' end
                    || 'better than some run that may be best, since '
                    || case when len(worded.inverted) > 1 then 'their' else 'its' end || ' differences vary less'
                else ''
            end
    end as note,
from worded;
