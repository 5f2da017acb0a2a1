-- Excluded items: lines with topic and item, separated by a tab or other white space, with or without column names in the first
-- line; or JSON with one item (doc_id) or a list of items (excluded_ids). In BRIGHT's lists, 'N/A' means no item. Reads the view
-- staging.lines for the variable `file_id`; `problem` is the reason why a line is rejected, or null.
with
parsed as (
    select
        line,
        text,
        line = min(line) over () as is_first,
        starts_with(ltrim(text), '{') as is_json,
        as_record(text) as record,
        case
            when contains(text, chr(9)) then string_split(text, chr(9))
            else regexp_split_to_array(trim(text), ' +')
        end as fields,
    from staging.lines
),

named as (
    select
        line,
        text,
        is_first,
        is_json,
        record,
        fields,
        case
            when is_json
                then coalesce(
                    record ->> '$.query_id', record ->> '$.topic_id', record ->> '$.qid', record ->> '$.id'
                )
            else fields[1]
        end as query_id,
        case
            when not is_json then fields[2:2]
            when json_type(record -> '$.excluded_ids') = 'ARRAY' then from_json(record -> '$.excluded_ids', '["VARCHAR"]')
            else [coalesce(record ->> '$.doc_id', record ->> '$.docid', record ->> '$.docno')]
        end as items,
    from parsed
),

judged as (
    select
        *,
        case
            when is_json and record is null then record_problem(text)
            when is_json and coalesce(query_id, '') = '' then 'the record has no query_id'
            when is_json and list_contains(list_transform(items, lambda item: coalesce(item, '') = ''), true)
                then 'the record has neither doc_id nor a list excluded_ids'
            when is_json then null
            when len(fields) <> 2 then len(fields) || ' columns instead of 2 (topic, item)'
            when fields[1] = '' or fields[2] = '' then 'the topic or the item is empty'
        end as problem,
    from named
    where
        not (
            is_first
            and not is_json
            and len(fields) = 2
            and regexp_full_match(fields[1], '(?i)(query|topic|q)[-_]?(id|no)')
            and regexp_full_match(fields[2], '(?i)(doc|corpus|item|passage)[-_]?(id|no)')
        )
)

select
    getvariable('file_id')::integer as file_id,
    line,
    query_id,
    unnest(
        case
            when problem is not null then [null]
            when is_json then list_filter(items, lambda item: item <> 'N/A')
            else items
        end
    ) as doc_id,
    problem,
from judged
