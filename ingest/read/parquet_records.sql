-- The rows of a Parquet file as JSON objects, in file order, in the same form as records.sql. Variable: `path`.
select
    row_number() over () as line,
    to_json(rows) as record,
    null::varchar as fault,
from read_parquet(getvariable('path'), hive_partitioning = false) as rows
