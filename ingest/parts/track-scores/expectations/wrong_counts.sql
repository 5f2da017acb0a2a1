from staging.wrong_counts(['track-scores'], 'scores', 'staging.track_scores')
