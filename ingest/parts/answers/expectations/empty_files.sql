from staging.empty_files(['answers'], 'staging.answer_lines')
