with
ids as (
    select distinct file_id, unnest([run_id, summary, labels, measure]) as id
    from staging.track_scores
)

select file_id, null::bigint as line, staging.told('id', id) as detail
from ids
where staging.is_unfit(id)
order by file_id, detail
