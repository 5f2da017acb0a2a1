-- How many bytes the rows of the Parquet file of variable `file` have once unpacked, and about how much memory it takes to
-- read them: six times the largest part that is unpacked at once, a column of a group of rows (measured: three to four
-- times it is read, with one and two threads; the rest is for what is written meanwhile).
select
    coalesce(sum(total_uncompressed_size), 0)::bigint as num_bytes,
    6 * coalesce(max(total_uncompressed_size), 0)::bigint as memory_bytes,
from parquet_metadata(getvariable('file'))
