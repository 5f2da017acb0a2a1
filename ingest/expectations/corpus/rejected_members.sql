select
    null::integer as file_id,
    null::bigint as line,
    members.member || ' was left out: ' || members.reason as detail,
from staging.members as members
where members.state = 'rejected'
order by members.member_no
