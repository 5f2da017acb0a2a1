-- How many data files the tables of a lake have whose files are small, below 8 MB in the mean.
select coalesce(sum(tables.file_count), 0)::bigint as num_files,
from ducklake_table_info('lake') as tables
where tables.file_size_bytes < 8e6 * tables.file_count;
