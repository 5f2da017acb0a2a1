with
submitted as (
    select loaded.collection, loaded.run_id
    from staging.known_runs as loaded
    inner join staging.collections as collections on collections.collection = loaded.collection
    left join staging.runs as described
        on described.collection = loaded.collection and described.run_id = loaded.run_id
    where staging.is_submission(described.is_submission, loaded.is_submission, collections.is_own)
)

select
    null::integer as file_id,
    null::bigint as line,
    collections.collection || ': ' || count(*) || ' of ' || collections.expected_runs || ' submitted runs' as detail,
from staging.collections as collections
inner join submitted on submitted.collection = collections.collection
where collections.expected_runs is not null
group by collections.collection, collections.expected_runs
having count(*) <> collections.expected_runs
order by collections.collection
