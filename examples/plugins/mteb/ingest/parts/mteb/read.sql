-- Results of MTEB: one JSON object per file, with lists of scores by split; each entry has numbers by metric.
with whole as (
    select try_cast(string_agg(text, chr(10) order by line) as json) as object,
    from staging.lines
),

entries as (
    select
        object ->> '$.task_name' as task,
        split.key as split,
        unnest(split.value) as entry,
    from (
        select
            object,
            unnest(map_entries(try_cast(object -> '$.scores' as map(varchar, json[])))) as split,
        from whole
    )
),

numbers as (
    select
        task,
        split,
        coalesce(entry ->> '$.hf_subset', 'default') as subset,
        unnest(map_entries(try_cast(entry as map(varchar, json)))) as metric,
    from entries
)

select
    getvariable('file_id')::integer as file_id,
    1 as line,
    task,
    split,
    subset,
    metric.key as metric,
    try_cast(metric.value as double) as value,
    null::varchar as problem,
from numbers
where json_type(metric.value) in ('DOUBLE', 'BIGINT', 'UBIGINT') and task is not null
union all
select
    getvariable('file_id')::integer,
    1,
    null,
    null,
    null,
    null,
    null,
    'not a result of MTEB, an object with task_name and scores',
from whole
where not exists (from numbers where task is not null)
