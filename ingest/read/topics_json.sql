-- Topics as JSON lines: a number as id, _id (BEIR, MTEB), query_id, qid, topic_id or number, a text as title, text or query.
-- Fills staging.queries from the view staging.lines for variable `file_id`.
with
parsed as (
    select
        line,
        case when json_valid(text) then text::json end as topic,
    from staging.lines
),

fields as (
    select
        line,
        topic,
        coalesce(
            topic ->> '$.id', topic ->> '$._id', topic ->> '$.query_id', topic ->> '$.qid', topic ->> '$.topic_id', topic ->> '$.number'
        ) as query_id,
        coalesce(topic ->> '$.title', topic ->> '$.text', topic ->> '$.query') as text,
    from parsed
)

select
    getvariable('file_id')::integer as file_id,
    line,
    query_id,
    text,
    case
        when topic is null then 'not a line of JSON'
        when coalesce(query_id, '') = '' then 'a topic without id, _id, query_id, qid, topic_id or number'
        when coalesce(trim(text), '') = '' then 'topic ' || query_id || ' has no title, text or query'
    end as problem,
from fields
