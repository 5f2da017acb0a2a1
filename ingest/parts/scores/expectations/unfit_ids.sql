with
ids as (
    select distinct file_id, unnest([run_id, query_id, measure]) as id
    from staging.scores
)

select file_id, null::bigint as line, staging.told('id', id) as detail
from ids
where staging.is_unfit(id)
order by file_id, detail
