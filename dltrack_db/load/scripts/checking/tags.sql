-- Lines of the file of view temp.lines whose tag is not that of the first line.
with
tagged as (
    select
        line,
        nullif(
            regexp_extract(trim(text, chr(9) || chr(13) || ' '), '^(?:[^ \t]+[ \t]+){5}([^ \t]+)', 1), ''
        ) as tag,
    from temp.lines
)

select
    count(*) as found,
    min(line) as line,
    arg_min(tag, line) as other_tag,
from tagged
where tag <> (select arg_min(first_line.tag, first_line.line) from tagged as first_line)
having count(*) > 0
