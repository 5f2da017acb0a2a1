-- Scores per topic line by line: measure, topic, value, or run, measure, topic, value. Fills staging.scores from the view
-- staging.lines for variable `file_id`. Rows over all topics ('all') are left out.
with
split as (
    select
        line,
        string_split_regex(trim(text, chr(9) || ' '), '[ \t]+') as field,
    from staging.lines
)

select
    getvariable('file_id')::integer as file_id,
    line,
    case when len(field) = 4 then field[1] end as run_id,
    field[-2] as query_id,
    field[-3] as measure,
    try_cast(field[-1] as double) as value,
    case
        when len(field) not in (3, 4)
            then len(field) || ' columns instead of measure, topic and value, with or without the run in front'
        when try_cast(field[-1] as double) is null then 'value «' || field[-1] || '» is not a number'
        when not isfinite(try_cast(field[-1] as double)) then 'value «' || field[-1] || '» is not finite'
    end as problem,
from split
where field[-2] is distinct from 'all'
