-- The unpacked size of all rows of the Parquet file in variable `file`, and the approximate memory for reading the file: six
-- times the size of the largest column of a row group, which is unpacked at once. (Reading with one or two threads takes three
-- to four times that size, as measured; the remainder is for concurrent writes.)
select
    coalesce(sum(total_uncompressed_size), 0)::bigint as num_bytes,
    6 * coalesce(max(total_uncompressed_size), 0)::bigint as memory_bytes,
from parquet_metadata(getvariable('file'))
