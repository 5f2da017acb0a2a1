-- One row per run and value asked for, in the order asked for: the mean over the judged topics (num_q), how many of
-- the judged topics the run answers, and by which conventions. The value is null where no topic has one.
with answered as (
    select
        answers.run_id,
        count(*) filter (where answers.is_answered) as num_answered,
    from metrics.answers() as answers
    group by answers.run_id
)

select
    answered.run_id,
    conventions.measure,
    run_scores.value,
    coalesce(run_scores.num_q, 0) as num_q,
    answered.num_answered,
    conventions.min_relevance,
    conventions.tie_rule,
from answered
cross join conventions
left join metrics.run_scores as run_scores
    on answered.run_id = run_scores.run_id
    and conventions.measure = run_scores.measure
order by answered.run_id, conventions.position;
