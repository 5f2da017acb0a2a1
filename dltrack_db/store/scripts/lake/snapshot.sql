-- The snapshot of variable `snapshot`, or the last one; no row when there is none of that number.
select max(snapshots.snapshot_id) as snapshot
from lake.snapshots() as snapshots
where getvariable('snapshot') is null or snapshots.snapshot_id = getvariable('snapshot')
having max(snapshots.snapshot_id) is not null;
