with
ids as (
    select distinct file_id, unnest([run_id, task, team, type]) as id
    from staging.track_runs
)

select file_id, null::bigint as line, staging.told('id', id) as detail
from ids
where staging.is_unfit(id)
order by file_id, detail
