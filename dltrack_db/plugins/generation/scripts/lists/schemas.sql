select
    described.schema,
    described.summary,
from (
    values
    ('answers', 'Generated answers: their length, citations and nuggets.'),
    ('preferences', 'Preferences between two items: win rates, strengths, agreement, position bias, cycles.')
) as described (schema, summary)
