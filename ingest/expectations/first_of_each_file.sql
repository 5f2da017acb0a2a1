-- The first rows of view temp.offending of each file, at most as many as variable `most`, and how many the file has.
select
    file_id,
    line,
    detail,
    count(*) over (partition by file_id) as found,
from temp.offending
qualify row_number() over (partition by file_id order by line asc nulls first, detail asc) <= getvariable('most')
order by file_id, line nulls first, detail
