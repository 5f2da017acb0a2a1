from staging.wrong_counts(['query-variants'], 'topics', 'staging.query_variants')
