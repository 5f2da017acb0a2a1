-- Hardness of topics: topic and level between white space.
select
    getvariable('file_id')::integer as file_id,
    line,
    fields[1] as query_id,
    getvariable('judge') as judge,
    try_cast(fields[2] as smallint) as level,
    case when level is null or len(fields) <> 2 then 'not a topic and a number: ' || text end as problem,
from (
    select
        line,
        text,
        regexp_split_to_array(trim(text), '\s+') as fields,
    from staging.lines
) as split
where text <> ''
