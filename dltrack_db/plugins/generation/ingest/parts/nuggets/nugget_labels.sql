-- Fill staging.nugget_labels from temp.records: rows of a table (topic, run or document, nugget, label and an optional
-- reason), or nuggetizer's assignments, whose nuggets are numbered in order. `judge` is the judge of lines that do not name a
-- judge, `bank` is the bank, `file_id` is the file. `problem` is the reason that a line is rejected.
with
named as (
    select
        line,
        record,
        fault,
        coalesce(record ->> '$.qid', record ->> '$.query_id', record ->> '$.topic_id') as query_id,
        different_names([record ->> '$.qid', record ->> '$.query_id', record ->> '$.topic_id']) as different_topics,
        misspelt_key(json_keys(record), ['judge', 'reason']) as misspelt,
        coalesce(record ->> '$.run_id', record ->> '$.run_tag') as run_id,
        coalesce(record ->> '$.docid', record ->> '$.doc_id') as doc_id,
        case
            when json_type(record -> '$.nuggets') = 'ARRAY' then from_json(record -> '$.nuggets', '["JSON"]')
            else [record]
        end as entries,
        json_exists(record, '$.nuggets') as has_list,
    from temp.records
),

listed as (
    select
        line,
        record,
        fault,
        different_topics,
        misspelt,
        query_id,
        run_id,
        doc_id,
        has_list,
        unnest(entries) as entry,
        generate_subscripts(entries, 1) as position,
    from named
),

labelled as (
    select
        line,
        record,
        fault,
        different_topics,
        misspelt,
        query_id,
        case when run_id is not null then 'run' else 'document' end as subject_kind,
        coalesce(run_id, doc_id) as subject,
        run_id is not null and doc_id is not null as is_double,
        coalesce(
            entry ->> '$.nugget_id', entry ->> '$.question_id', entry ->> '$.answer_id', case when has_list then position::varchar end
        ) as nugget_id,
        coalesce(entry ->> '$.assignment', entry ->> '$.auto_assessment', entry ->> '$.label') as label,
        coalesce(entry ->> '$.auto_rationale', entry ->> '$.reason') as reason,
        coalesce(entry ->> '$.judge', record ->> '$.judge', getvariable('judge')) as judge,
    from listed
),

valued as (
    select
        *,
        case
            when lower(label) in ('support', 'supports', 'supported', 'full_support', 'full support') then 1
            when lower(label) in ('partial', 'partial_support', 'partial support', 'partially_supported') then 0.5
            when lower(label) in ('none', 'not_support', 'no_support', 'no support', 'not_supported') then 0
            when lower(label) in ('contradicts', 'contradict', 'contradiction') then -1
            else as_number(label)
        end as value,
    from labelled
)

select
    getvariable('file_id')::integer as file_id,
    line,
    getvariable('bank') as bank,
    query_id,
    nugget_id,
    subject_kind,
    subject,
    judge,
    label,
    value,
    reason,
    case
        when record is null
            then coalesce(nullif(fault, 'not a line of JSON'), 'neither a line of JSON nor a row with the columns of the first line')
        when different_topics is not null then 'the line names several topics: ' || different_topics
        when misspelt is not null then 'unknown key ' || misspelt
        when coalesce(query_id, '') = '' then 'the label has no topic_id'
        when coalesce(subject, '') = '' then 'a label of topic ' || query_id || ' has no run_id or doc_id'
        when is_double then 'a label of topic ' || query_id || ' has both run_id and doc_id; keep run_id for an answer, doc_id for a document'
        when coalesce(nugget_id, '') = '' then 'a label of topic ' || query_id || ' has no nugget_id'
        when label is null then 'nugget ' || nugget_id || ' of topic ' || query_id || ' has no label'
        when value is null or not isfinite(value)
            then
            'label ''' || label || ''' of nugget ' || nugget_id
            || ' is neither a number nor one of support, partial_support, not_support and contradicts'
    end as problem,
from valued
