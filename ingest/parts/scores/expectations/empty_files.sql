select
    file_id,
    line,
    'nothing but blank lines, comments and rows over all topics' as detail,
from staging.empty_files(['scores', 'judge-scores'], 'staging.scores')
