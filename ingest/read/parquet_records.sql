-- The rows of a Parquet file as JSON objects, in their order, as records.sql has lines of text. Variable: `path`.
select
    row_number() over () as line,
    to_json(rows) as record,
    null::varchar as fault,
from read_parquet(getvariable('path'), hive_partitioning = false) as rows
