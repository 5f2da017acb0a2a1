-- Runs of track $1 ('edition/track') as run descriptions for a collection; if a run belongs to several tasks, the first by
-- name.
select
    listed.run_id,
    min_by(listed.team, listed.task) as team,
    min_by(case lower(listed.type) when 'auto' then 'automatic' else listed.type end, listed.task) as category,
    min_by(listed.submitted_on, listed.task) as submitted_on,
    min_by(listed.submitted_md5, listed.task) as submitted_md5,
from main.track_runs as listed
where listed.edition || '/' || listed.track = $1
group by listed.run_id
order by listed.run_id;
