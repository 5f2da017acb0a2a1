-- The means as in means.sql, each with its 95% BCa interval over 1000 resamples of the topics: null for a single topic, for
-- topics that are all alike, and for what is no mean. Variable: `measures`, those asked for.
with answered as (
    select
        answers.run_id,
        count(*) filter (where answers.is_answered) as num_answered,
    from metrics.answers() as answers
    group by answers.run_id
),

varied as (
    select
        query_scores.run_id,
        query_scores.measure,
    from metrics.query_scores as query_scores
    left join metrics.summaries as summaries on regexp_extract(query_scores.measure, '^[^(@]+') = summaries.name
    where summaries.summary is null
    group by query_scores.run_id, query_scores.measure
    having max(query_scores.value) > min(query_scores.value)
),

bounded as (
    select
        bootstrap.run_id,
        bootstrap.measure,
        bootstrap.low,
        bootstrap.high,
    from statistics.bootstrap_bca(getvariable('measures')) as bootstrap
    inner join varied on bootstrap.run_id = varied.run_id and bootstrap.measure = varied.measure
)

select
    answered.run_id,
    conventions.measure,
    run_scores.value,
    bounded.low,
    bounded.high,
    coalesce(run_scores.num_q, 0) as num_q,
    answered.num_answered,
    conventions.min_relevance,
    conventions.tie_rule,
from answered
cross join conventions
left join metrics.run_scores as run_scores
    on answered.run_id = run_scores.run_id and conventions.measure = run_scores.measure
left join bounded on answered.run_id = bounded.run_id and conventions.measure = bounded.measure
order by answered.run_id, conventions.position;
