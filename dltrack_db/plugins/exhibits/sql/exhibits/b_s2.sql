-- Number of groups and runs of 2019 and of 2020, over both tasks.
--
-- source: SIGIR'21 resource paper, section 3.4
-- grain: year
-- columns:
--   groups: number of participating groups, without the organizers
--   runs: number of submitted runs
-- example: from exhibits.b_s2
create or replace view exhibits.b_s2 as
select
    collections.year,
    count(distinct systems.team_of(runs.team, runs.run_id)) filter (where runs.team is null or runs.team not like 'BASELINE%') as groups,
    count(*) as runs,
from main.runs as runs
inner join catalog.track_collections as collections on runs.collection = collections.collection
where runs.is_submission and collections.year in (2019, 2020)
group by collections.year
order by collections.year;
