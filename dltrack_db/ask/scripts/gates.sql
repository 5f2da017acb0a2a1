-- Verdicts on a new run (ask/gates.py).

-- name: verdicts
-- The verdicts in the order asked for: the table gate_verdicts. Variables: `new`, `old` (the runs), `measures`, `margin` (null
-- for none), `topics_at_least`, `seed`.
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
    seed := getvariable('seed')
) as judged
inner join conventions on judged.measure = conventions.measure;

-- name: rows
select gate_verdicts.* exclude (position)
from gate_verdicts
order by gate_verdicts.position;

-- name: findings
-- A sentence on each verdict, and how they come about. Variable: `margin`.
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
-- The worst of the verdicts.
select arg_min(
    gate_verdicts.verdict,
    list_position(
        ['worse', 'no verdict', 'too few topics', 'not shown to be worse', 'not worse'], gate_verdicts.verdict
    )
) as verdict
from gate_verdicts;
