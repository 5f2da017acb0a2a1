-- The unpacked size of the rows of the Parquet file of variable `file`, and the approximate memory for reading it: six times the
-- largest part that is unpacked at once, a column of a row group (measured: three to four times for reading with one or two
-- threads; the rest is for concurrent writes).
select
    coalesce(sum(total_uncompressed_size), 0)::bigint as num_bytes,
    6 * coalesce(max(total_uncompressed_size), 0)::bigint as memory_bytes,
from parquet_metadata(getvariable('file'))
