select
    described.schema,
    described.summary,
from (
    values
    ('answers', 'Answers that systems wrote: how long they are, what they cite, and which nuggets they hold.'),
    ('preferences', 'Which of two items judges prefer: win rates, strengths, agreement, position bias, cycles.')
) as described (schema, summary)
