with
stored as (
    select count(*) as num_rows from staging.items
),

noted as (
    select
        sum(members.num_rows) as num_read,
        sum(members.num_stored) as num_stored,
        any_value(corpus.profile) as profile,
    from staging.members as members
    inner join staging.corpus as corpus on corpus.load_no = members.load_no
)

select
    null::integer as file_id,
    null::bigint as line,
    noted.num_read || ' records read, ' || noted.num_stored || ' noted as stored, ' || stored.num_rows || ' stored' as detail,
from noted
cross join stored
where
    stored.num_rows <> noted.num_stored
    or (noted.profile <> 'judged' and noted.num_read <> noted.num_stored)
