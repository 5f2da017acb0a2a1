from staging.empty_files(['scores'], 'staging.scores')
