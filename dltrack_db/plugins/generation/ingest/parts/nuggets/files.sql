-- Recognize the content of a file from its first lines in staging.lines. `readers` are the scripts that read the file; each
-- has the name of the staging table that it fills. Assignments contain nuggets and labels, so they are read twice. `form`
-- describes a file that is an object of topics.
with
headed as (
    select
        text,
        as_record(text) as record,
        list_transform(string_split_regex(text, '[\t,]'), lambda name: trim(name, '"')) as names,
    from staging.lines
    order by line
    limit 1
)

select
    case
        when json_exists(record, '$.nuggets[0].assignment') then ['nuggets', 'nugget_labels']
        when
            json_exists(record, '$.nuggets') or json_exists(record, '$.rubrics') or json_exists(record, '$.items')
            or json_exists(record, '$.nugget_bank')
            then ['nuggets']
        when is_bank(record) then ['nuggets']
        when json_exists(record, '$.position') or list_contains(names, 'position') then ['citation_labels']
        when record is not null or list_has_any(names, ['nugget_id', 'question_id', 'answer_id']) then ['nugget_labels']
        else ['nuggets']
    end as readers,
    if(is_bank(record), 'an object of topics with lists of nuggets', '') as form,
from headed
