-- The rows of a table in CSV, with column names in the first line, as JSON records. Texts in quotation marks may contain line
-- ends. `line` is the number of the row, starting at the first line. Variables: `path`, and `columns`, the names with their
-- types.
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
