-- The lines of the view staging.lines as JSON objects. The lines are JSON, or rows of a table with the column names in the first
-- line, separated by tabs, commas or blanks. Between commas, values may be in quotation marks, but without line ends. If a line
-- is neither JSON nor a row, `record` is null and `fault` is the reason.
with
headed as (
    select
        line,
        text,
        first_value(text) over (order by line) as header,
        line = min(line) over () as is_first,
    from staging.lines
),

split as (
    select
        line,
        text,
        is_first,
        starts_with(ltrim(header), '{') as is_json,
        case when contains(header, chr(9)) then chr(9) when contains(header, ',') then ',' else ' ' end as separator,
        list_transform(
            [header, text],
            lambda part: case separator
                when chr(9) then string_split(part, chr(9))
                when ',' then regexp_extract_all(',' || part, ',("(?:[^"]|"")*"|[^,"]*)', 1)
                else string_split_regex(trim(part), ' +')
            end
        ) as parts,
    from headed
),

rows_of_table as (
    select
        line,
        text,
        is_first,
        is_json,
        -- an unclosed quotation mark leaves characters that no cell contains
        is_json
        or separator = ' '
        or list_sum(list_transform(parts[2], lambda part: len(part) + 1)) = len(text) + 1 as is_whole,
        list_transform(
            parts,
            lambda cells: list_transform(
                cells,
                lambda cell: case
                    when separator = ',' and starts_with(cell, '"') then replace(substr(cell, 2, len(cell) - 2), '""', '"')
                    else cell
                end
            )
        ) as cells,
    from split
)

select
    line,
    case
        when is_json then as_record(text)
        when is_whole and len(cells[1]) = len(cells[2]) and len(cells[1]) = len(list_distinct(cells[1]))
            then to_json(map(cells[1], cells[2]))
    end as record,
    case
        when is_json then record_problem(text)
        when not is_whole then 'a quotation mark is not closed, or is within a value'
        when len(cells[1]) <> len(list_distinct(cells[1])) then 'the first line names a column twice'
        when len(cells[1]) <> len(cells[2]) then len(cells[2]) || ' columns, but the first line names ' || len(cells[1])
    end as fault,
from rows_of_table
where is_json or not is_first
