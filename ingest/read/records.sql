-- The lines of view staging.lines as JSON objects: lines of JSON as they are, lines of a table (commas or tabs, values
-- between quotation marks, no line ends within) by the names in its first line. `record` is null where a line is neither.
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
        list_transform(
            [header, text],
            lambda part: case
                when contains(header, chr(9)) then string_split(part, chr(9))
                else regexp_extract_all(',' || part, ',("(?:[^"]|"")*"|[^,"]*)', 1)
            end
        ) as parts,
        contains(header, chr(9)) as is_tabbed,
    from headed
),

rows_of_table as (
    select
        line,
        text,
        is_first,
        is_json,
        parts[1] as names,
        -- quotation marks that do not close leave something over
        is_json
        or (
            len(parts[1]) = len(parts[2])
            and list_sum(list_transform(parts[2], lambda part: len(part) + 1)) = len(text) + 1
        ) as is_whole,
        case
            when is_tabbed then parts[2]
            else list_transform(
                parts[2],
                lambda part: case
                    when starts_with(part, '"') then replace(substr(part, 2, len(part) - 2), '""', '"') else part
                end
            )
        end as fields,
    from split
)

select
    line,
    case
        when is_json then as_record(text)
        when is_whole and len(names) = len(list_distinct(names)) then to_json(map(names, fields))
    end as record,
    case when is_json then record_problem(text) end as fault,
from rows_of_table
where is_json or not is_first
