from staging.wrong_counts(['queries'], 'topics', 'staging.queries')
