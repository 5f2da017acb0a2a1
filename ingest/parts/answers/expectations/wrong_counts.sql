from staging.wrong_counts(['answers'], 'answers', 'staging.answer_lines')
