select
    exhibits.position,
    exhibits.question,
    exhibits.object,
    exhibits.query,
from (
    values
    (
        22,
        'Which query gives a table or figure of the track''s papers?',
        'published.exhibit_guide',
        'select exhibit, title, query from published.exhibit_guide order by position'
    ),
    (
        23,
        'Can the papers'' printed numbers be reproduced?',
        'published.comparison',
        'select exhibit, row_key, "column", published, computed, status from published.comparison where '
        || 'exhibit = ''D-T3'''
    )
) as exhibits (position, question, object, query)
