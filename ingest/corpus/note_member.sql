-- Notes how far a member is loaded; kept rows add up over its batches.
insert into store.members by name
select
    $load_no as load_no,
    $member_no as member_no,
    $member as member,
    $packed_bytes as packed_bytes,
    $plain_bytes as plain_bytes,
    $plain_crc as plain_crc,
    $num_rows as num_rows,
    $num_stored as num_stored,
    $state as state,
    nullif($reason, '') as reason,
on conflict do update set
    plain_bytes = excluded.plain_bytes,
    plain_crc = excluded.plain_crc,
    num_rows = excluded.num_rows,
    num_stored = num_stored + excluded.num_stored,
    state = excluded.state,
    reason = excluded.reason
