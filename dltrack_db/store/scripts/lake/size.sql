-- How many data files the tables of a lake have now, and their bytes.
select
    coalesce(sum(tables.file_count), 0)::bigint as num_files,
    coalesce(sum(tables.file_size_bytes), 0)::bigint as num_bytes,
from ducklake_table_info('lake') as tables;
