-- The first `most` offending rows of each file (view temp.offending), and the number of all offending rows in the file. Variable:
-- `most`.
select
    file_id,
    line,
    detail,
    count(*) over (partition by file_id) as found,
from temp.offending
qualify row_number() over (partition by file_id order by line asc nulls first, detail asc) <= getvariable('most')
order by file_id, line nulls first, detail
