-- The snapshots that maintenance lets go: older than variable `days`, without a name, and not the last one.
select snapshots.snapshot_id
from lake.snapshots() as snapshots
anti join lake.main.snapshot_names as snapshot_names on snapshot_names.snapshot_id = snapshots.snapshot_id
where
    snapshots.snapshot_time < now() - to_days(getvariable('days')::integer)
    and snapshots.snapshot_id < (select max(every_one.snapshot_id) from lake.snapshots() as every_one)
order by snapshots.snapshot_id;
