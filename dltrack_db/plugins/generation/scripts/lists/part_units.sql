select
    counted.part,
    counted.unit,
    counted.has_pages,
from (
    values
    ('answers', 'answers', false),
    ('preferences', 'votes', false)
) as counted (part, unit, has_pages)
