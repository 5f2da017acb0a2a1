-- The first rows of view temp.offending of each file, at most as many as variable `most`, and how many the file has.
with by_file as (
    select
        file_id,
        count(*) as found,
        -- so many are kept and no more, however many a spoiled file has
        min(struct_pack(has_line := line is not null, line := line, detail := detail), getvariable('most')) as firsts,
    from temp.offending
    group by file_id
),

first_rows as (
    select
        file_id,
        found,
        unnest(firsts) as first_row,
    from by_file
)

select
    file_id,
    first_row.line,
    first_row.detail,
    found,
from first_rows
order by file_id, first_row.has_line, first_row.line, first_row.detail
