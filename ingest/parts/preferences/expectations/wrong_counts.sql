from staging.wrong_counts(['preferences'], 'votes', 'staging.preferences')
