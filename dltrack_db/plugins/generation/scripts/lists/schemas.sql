select
    described.schema,
    described.summary,
from (
    values
    ('answers', 'Generated answers: how long they are, what they cite, and which nuggets they contain.'),
    ('preferences', 'Which of two items judges prefer: win rates, strengths, agreement, position bias, cycles.')
) as described (schema, summary)
