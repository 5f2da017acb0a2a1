with
questions as (
    select
        lines.file_id,
        lines.line,
        string_split(lines.text, chr(9)) as field,
    from staging.source_lines as lines
    inner join staging.files as files on files.file_id = lines.file_id and files.part = 'nuggets'
    where len(string_split(lines.text, chr(9))) = 5
)

select
    file_id,
    line,
    case
        when len(field[5]) > 300
            then 'question ' || field[4] || ' of topic ' || field[1] || ' has ' || len(field[5]) || ' characters, at most 300 are allowed'
        else 'question ' || field[4] || ' of topic ' || field[1] || ', at most 10 are allowed'
    end as detail,
from questions
where len(field[5]) > 300 or try_cast(field[4] as bigint) > 10
order by file_id, line
