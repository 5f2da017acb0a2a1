from staging.empty_files(['query-attributes', 'run-metadata'], 'staging.notes')
