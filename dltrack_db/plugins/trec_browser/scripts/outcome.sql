-- Number of official scores of track $2 that equal the scores of the runs of collection $1, and the first score that differs.
with by_run as (
    select
        gaps.run_id,
        count(*) as num_scores,
        count(*) filter (where gaps.is_equal) as num_equal,
        first(
            gaps.measure || ' of ' || gaps.run_id || ' is ' || round(gaps.value, 4) || ', printed ' || gaps.official
            order by gaps.measure
        ) filter (where not gaps.is_equal) as gap,
    from tracks.official_gaps($1, $2) as gaps
    group by gaps.run_id
)

select
    count(*) filter (where by_run.num_equal = by_run.num_scores) as num_whole,
    count(*) as num_runs,
    coalesce(sum(by_run.num_equal), 0)::bigint as num_equal,
    coalesce(sum(by_run.num_scores), 0)::bigint as num_scores,
    first(by_run.gap order by by_run.run_id) filter (where by_run.gap is not null) as gap,
from by_run;
