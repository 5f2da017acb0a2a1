-- Stores the progress of a member; the numbers of stored rows of its batches are summed. Variables: the columns.
insert into store.members by name
select
    getvariable('load_no')::smallint as load_no,
    getvariable('member_no')::smallint as member_no,
    getvariable('member') as member,
    getvariable('packed_bytes')::bigint as packed_bytes,
    getvariable('source_start')::bigint as source_start,
    getvariable('plain_bytes')::bigint as plain_bytes,
    getvariable('plain_crc')::bigint as plain_crc,
    getvariable('num_rows')::bigint as num_rows,
    getvariable('num_stored')::bigint as num_stored,
    getvariable('state') as state,
    nullif(getvariable('reason'), '') as reason,
on conflict do update set
    plain_bytes = excluded.plain_bytes,
    plain_crc = excluded.plain_crc,
    num_rows = excluded.num_rows,
    num_stored = num_stored + excluded.num_stored,
    state = excluded.state,
    reason = excluded.reason
