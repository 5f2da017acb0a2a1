-- Files in a database by part, name and collection: md5, whether it is the published one, and for runs whether they were
-- submitted.
select
    loads.part,
    loads.name,
    loads.collection,
    loads.md5,
    loads.verified = 'md5' as is_official,
    coalesce(runs.is_submission, false) as is_submission,
from main.loads as loads
left join main.runs as runs
    on loads.part = 'runs' and runs.collection = loads.collection and runs.run_id = loads.name
