select
    null::integer as file_id,
    null::bigint as line,
    members.member || ' is only partly loaded' as detail,
from staging.members as members
where members.state = 'partial'
order by members.member_no
