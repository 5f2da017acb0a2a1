-- How a lake of dltrack keeps its data.
call lake.set_option('parquet_compression', 'zstd');
