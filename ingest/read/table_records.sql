-- The rows of a table between commas, with the names of its columns in the first line, as records of JSON; texts between quotation
-- marks may hold line ends. `line` counts the rows, the first line included. Variables: `path` and `columns`, the names with
-- their type.
select
    1 + row_number() over () as line,
    to_json(rows)::varchar as text,
from
    read_csv(
        getvariable('path'),
        auto_detect = false,
        columns = getvariable('columns'),
        delim = ',',
        quote = '"',
        escape = '"',
        comment = '',
        header = true
    ) as rows
