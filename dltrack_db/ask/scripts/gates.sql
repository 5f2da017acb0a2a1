-- Queries for verdicts on a new run (ask/gates.py).

-- name: verdicts
-- Create the table gate_verdicts: one row per measure, with `position` as the requested order. Variables: `new`, `old`
-- (the runs), `measures`, and parameters of statistics.gate: `margin` and `bounds` (both may be null), `topics_at_least`,
-- `seed`.
create or replace temp table gate_verdicts as
select
    judged.* exclude (collection),
    conventions.position,
from statistics.gate(
    getvariable('new'),
    getvariable('old'),
    getvariable('measures'),
    margin := getvariable('margin')::double,
    topics_at_least := getvariable('topics_at_least'),
    seed := getvariable('seed'),
    bounds := getvariable('bounds')
) as judged
inner join conventions on judged.measure = conventions.measure;

-- name: rows
select gate_verdicts.* exclude (position, is_unjudged)
from gate_verdicts
order by gate_verdicts.position;

-- name: findings
-- One sentence on each verdict, then a note on the method. Variable: `margin`.
select told.sentence
from (
    select
        statistics.gate_finding(
            metrics.printed_name(verdicts.measure),
            verdicts.verdict,
            verdicts.difference,
            verdicts.low,
            verdicts.high,
            verdicts.margin,
            verdicts.num_topics,
            verdicts.smallest_detectable,
            verdicts.reason
        ) as sentence,
        verdicts.position,
    from gate_verdicts as verdicts
    union all
    select
        statistics.gate_note(getvariable('margin')::double, count(*)) as sentence,
        null as position,
    from gate_verdicts as verdicts
) as told
order by told.position nulls last;

-- name: worst
-- The worst verdict, and the list of measures without a verdict because of unjudged items.
select
    arg_min(
        gate_verdicts.verdict,
        list_position(
            ['worse', 'no verdict', 'too few topics', 'not shown to be worse', 'not worse'], gate_verdicts.verdict
        )
    ) as verdict,
    coalesce(list(gate_verdicts.measure) filter (where gate_verdicts.is_unjudged), []) as unjudged,
from gate_verdicts;

-- name: unknown_ids
-- An error message if less than a tenth of the new run's first ten items are judged, but at least half of the old run's:
-- the new run may have the ids of another collection. Variables: `new`, `old`.
with firsts as (
    select
        judged_at.run_id,
        sum(judged_at.num_ret) as num_ret,
        sum(judged_at.num_ret - judged_at.num_judged) as num_unjudged,
    from judging.judged_at(10) as judged_at
    group by judged_at.run_id
)

select
    news.run_id || ': ' || news.num_unjudged || ' of ' || news.num_ret || ' items in the first ten are unjudged ('
    || olds.run_id || ': ' || olds.num_unjudged || ' of ' || olds.num_ret
    || '); check that the ids are those of this collection' as sentence,
from firsts as news
inner join firsts as olds on olds.run_id = getvariable('old')
where
    news.run_id = getvariable('new')
    and 10 * (news.num_ret - news.num_unjudged) < news.num_ret
    and 2 * (olds.num_ret - olds.num_unjudged) >= olds.num_ret;

-- name: take_bounds
-- Set the variable `bounds` to the rows of the table score_bounds.
set variable bounds = (select list(score_bounds), from score_bounds);
