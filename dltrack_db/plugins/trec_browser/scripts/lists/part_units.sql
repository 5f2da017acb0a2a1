select
    counted.part,
    counted.unit,
    counted.has_pages,
from (
    values
    ('track-runs', 'pages', true),
    ('track-scores', 'pages', true),
    ('track-facts', 'pages', true)
) as counted (part, unit, has_pages)
