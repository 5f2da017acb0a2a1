from staging.wrong_counts(['nuggets'], 'nuggets and labels', 'staging.nugget_lines')
