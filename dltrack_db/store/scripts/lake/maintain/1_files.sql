-- Small files become large ones, and files with many deleted rows are written anew.
call ducklake_flush_inlined_data('lake');

call ducklake_rewrite_data_files('lake');

call ducklake_merge_adjacent_files('lake');
