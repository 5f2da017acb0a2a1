with
submitted as (
    select collection, run_id
    from staging.known_runs
    where is_submission
)

select
    null::integer as file_id,
    null::bigint as line,
    collections.collection || ': ' || count(*) || ' submitted runs of ' || collections.expected_runs as detail,
from staging.collections as collections
inner join submitted on submitted.collection = collections.collection
where collections.expected_runs is not null
group by collections.collection, collections.expected_runs
having count(*) <> collections.expected_runs
order by collections.collection
