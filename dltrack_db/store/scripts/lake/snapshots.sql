-- The states of a shared database, last first: when, who, what was done, and the names that people gave them.
select
    snapshots.snapshot_id as snapshot,
    snapshots.snapshot_time at time zone 'UTC' as published_at,
    snapshots.author,
    snapshots.commit_message as message,
    string_agg(snapshot_names.name, ', ' order by snapshot_names.name) as names,
from lake.snapshots() as snapshots
left join lake.main.snapshot_names as snapshot_names on snapshot_names.snapshot_id = snapshots.snapshot_id
group by snapshots.snapshot_id, snapshots.snapshot_time, snapshots.author, snapshots.commit_message
order by snapshots.snapshot_id desc;
