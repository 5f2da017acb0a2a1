from staging.wrong_counts(['track-facts'], 'facts', 'staging.track_facts')
