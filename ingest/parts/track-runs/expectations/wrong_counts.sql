from staging.wrong_counts(['track-runs'], 'runs', 'staging.track_runs')
