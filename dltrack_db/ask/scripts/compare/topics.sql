-- The values of two runs topic by topic, worst for A first, measures in the order asked for; with variable `has_means` the
-- means under those of each measure, as topic 'all'.
-- Variables: `run_a`, `run_b`, `measures`, `has_means`.
with
paired as (
    select
        paired.query_id,
        paired.measure,
        paired.value_a,
        paired.value_b,
        paired.difference,
    from statistics.paired_values(getvariable('measures'), baselines := [getvariable('run_b')]) as paired
    where paired.run_a = getvariable('run_a')
),

listed as (
    select
        paired.*,
        false as is_mean,
    from paired
    union all
    select
        'all' as query_id,
        paired.measure,
        avg(paired.value_a) as value_a,
        avg(paired.value_b) as value_b,
        avg(paired.difference) as difference,
        true as is_mean,
    from paired
    where getvariable('has_means')
    group by paired.measure
)

select
    listed.measure,
    listed.query_id,
    listed.value_a,
    listed.value_b,
    listed.difference,
    conventions.min_relevance,
    conventions.tie_rule,
from listed
inner join conventions on listed.measure = conventions.measure
order by conventions.position, listed.is_mean, listed.difference, listed.query_id;
