-- The names that people gave to states of a lake, with the numbers of these, first to last.
select
    name,
    snapshot_id,
from lake.main.snapshot_names
order by snapshot_id, name;
