from staging.empty_files(['preferences'], 'staging.preference_lines')
