-- All fields of topics, one row for each field. Fills staging.notes from the view temp.topic_fields for variable `file_id`.
select
    getvariable('file_id')::integer as file_id,
    line,
    query_id as id,
    unnest(fields).attribute as key,
    unnest(fields).value as value,
    null as problem,
from temp.topic_fields
where query_id is not null
