from staging.empty_files(['nuggets'], 'staging.nugget_lines')
