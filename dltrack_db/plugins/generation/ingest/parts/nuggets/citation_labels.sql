-- Fill staging.citation_labels from temp.records: run, topic, sentence, document, label. `judge` is the judge of lines that do
-- not name a judge, `file_id` is the file. `problem` is the reason that a line is rejected.
with
named as (
    select
        line,
        record,
        fault,
        record ->> '$.run_id' as run_id,
        coalesce(record ->> '$.topic_id', record ->> '$.query_id', record ->> '$.qid') as query_id,
        different_names([record ->> '$.topic_id', record ->> '$.query_id', record ->> '$.qid']) as different_topics,
        misspelt_key(json_keys(record), ['judge']) as misspelt,
        try_cast(as_whole_number(record ->> '$.position') as integer) as position,
        record ->> '$.doc_id' as doc_id,
        record ->> '$.label' as label,
        coalesce(record ->> '$.judge', getvariable('judge')) as judge,
    from temp.records
),

valued as (
    select
        *,
        case
            when lower(label) in ('support', 'supports', 'supported', 'full_support', 'full support') then 1
            when lower(label) in ('partial', 'partial_support', 'partial support', 'partially_supported') then 0.5
            when lower(label) in ('none', 'not_support', 'no_support', 'no support', 'not_supported') then 0
            when lower(label) in ('contradicts', 'contradict', 'contradiction') then -1
            when as_number(label) between -1 and 1 then as_number(label)
        end as value,
    from named
)

select
    getvariable('file_id')::integer as file_id,
    line,
    run_id,
    query_id,
    position,
    doc_id,
    judge,
    label,
    value,
    case
        when record is null
            then coalesce(nullif(fault, 'not a line of JSON'), 'neither a line of JSON nor a row with the columns of the first line')
        when different_topics is not null then 'the line names several topics: ' || different_topics
        when misspelt is not null then 'unknown key ' || misspelt
        when coalesce(run_id, '') = '' or coalesce(query_id, '') = '' or coalesce(doc_id, '') = ''
            then 'a label of a citation needs run_id, topic_id and doc_id'
        when coalesce(position, 0) < 1 then 'position must be a whole number, 1 for the first sentence'
        when label is null then 'the citation of ' || doc_id || ' by run ' || run_id || ' has no label'
        when value is null
            then 'label ''' || label || ''' is neither a number from -1 to 1 nor one of support, partial_support, not_support and contradicts'
    end as problem,
from valued
