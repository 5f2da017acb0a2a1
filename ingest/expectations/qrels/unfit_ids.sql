with
ids as (
    select file_id, line, 'topic' as kind, query_id as id
    from staging.qrels
    union all
    select file_id, line, 'document' as kind, doc_id as id
    from staging.qrels
)

select
    file_id,
    line,
    kind || ' id of ' || strlen(id) || ' bytes: '
    || left(regexp_replace(id, '[\x00-\x1f\x7f-\x9f]', '?', 'g'), 60) as detail,
from ids
where strlen(id) > 2048 or regexp_matches(id, '[\x00-\x1f\x7f-\x9f]')
order by file_id, line
