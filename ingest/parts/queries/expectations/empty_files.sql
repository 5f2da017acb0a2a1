from staging.empty_files(['queries'], 'staging.queries')
