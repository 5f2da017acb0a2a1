select
    'judge-scores' as part,
    'scores' as unit,
    false as has_pages,
