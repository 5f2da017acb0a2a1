-- One row for each kind of data whose unit in catalog.status is not the row, with the unit.
--
-- source: none
-- grain: part
-- columns:
--   part: kind of data, as in main.loads
--   unit: unit that is counted, such as files
--   has_pages: whether each file is a page about an edition, so that the files of an edition are counted together
-- example: select part, unit from catalog.part_units
create or replace view catalog.part_units as
with counted as (
    select
        units.part,
        units.unit,
        units.has_pages,
    from (
        values
        ('runs', 'submitted runs', false),
        ('scores', 'files', false),
        ('query-attributes', 'topics', false),
        ('run-metadata', 'runs', false)
    ) as units (part, unit, has_pages)
    -- plug-ins: part_units
)

select
    part,
    unit,
    has_pages,
from counted;
