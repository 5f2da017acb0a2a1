with
ids as (
    select distinct file_id, unnest([run_id, query_id, measure]) as id
    from staging.scores
)

select
    file_id,
    null::bigint as line,
    'id of ' || strlen(id) || ' bytes: ' || left(regexp_replace(id, '[\x00-\x1f\x7f-\x9f]', '?', 'g'), 60) as detail,
from ids
where strlen(id) > 2048 or regexp_matches(id, '[\x00-\x1f\x7f-\x9f]')
order by file_id, id
