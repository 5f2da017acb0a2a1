from staging.empty_files(['query-variants'], 'staging.query_variants')
